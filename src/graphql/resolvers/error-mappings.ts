import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ErrorMapping } from '../../core/entities/error-mapping.ts';
import {
  createErrorMapping,
  deleteErrorMapping,
  ErrorMappingCreation,
  ErrorMappingUpdate,
  updateErrorMapping,
} from '../../core/error-mappings/error-mappings.ts';
import { neverMatches } from '../../core/error-mappings/error-steps.ts';
import type { Row } from '../../core/reads/index.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';
import { needsColumns } from '../kit/selection.ts';

const operatorOnly = { keys: ['admin_key'], payload: ErrorMapping, payloadField: 'errorMapping' } as const;

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
  queriesOf(ErrorMapping),
  ErrorMappingFields,
  mutation({
    ...operatorOnly,
    name: 'createErrorMapping',
    permission: null,
    reach: 'installation',
    about: "Maps a connector's error to a unified error, for all merchants.",
    input: ErrorMappingCreation,
    run: async (ctx, input) => ({ id: await createErrorMapping(ctx, input) }),
  }),
  mutation({
    ...operatorOnly,
    name: 'updateErrorMapping',
    permission: null,
    reach: 'installation',
    about: "Updates the unified error of a connector's error.",
    input: ErrorMappingUpdate,
    ids: ['error_mapping_id'],
    run: async (ctx, changes, { error_mapping_id }) => {
      await updateErrorMapping(ctx, error_mapping_id!, changes);
      return { id: error_mapping_id! };
    },
  }),
  mutation({
    ...operatorOnly,
    name: 'deleteErrorMapping',
    permission: null,
    reach: 'installation',
    about: 'Deletes an error mapping and returns its last state.',
    ids: ['error_mapping_id'],
    run: async (ctx, _input, { error_mapping_id }) => {
      const snapshot = await deleteErrorMapping(ctx, error_mapping_id!);
      return { id: error_mapping_id!, snapshot };
    },
  }),
];
