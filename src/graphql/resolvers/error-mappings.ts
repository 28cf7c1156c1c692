import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ErrorMapping } from '../../core/entities/error-mapping.ts';
import { neverMatches } from '../../core/error-mappings/error-steps.ts';
import { errorMappings } from '../../core/operations/error-mappings.ts';
import type { Row } from '../../core/reads/index.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';

@Resolver(() => ErrorMapping)
class ErrorMappingFields {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why the mapping can match no error, such as an unknown connector or step; null if it can match one.',
  })
  neverMatches(@Root() mapping: Row, @Ctx() graphql: GraphqlContext): string | null {
    return neverMatches(mapping as unknown as ErrorMapping, callerContext(graphql).ports.connectors);
  }
}

needsColumns(ErrorMapping, 'neverMatches', ['connector', 'flow', 'sub_flow', 'code']);

export const errorMappingResolvers = [
  ...queriesFor(errorMappings.retrieveErrorMapping, errorMappings.listErrorMappings),
  ErrorMappingFields,
  mutationOf(errorMappings.createErrorMapping),
  mutationOf(errorMappings.updateErrorMapping),
  mutationOf(errorMappings.deleteErrorMapping),
];
