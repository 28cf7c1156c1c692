import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { camelCase } from '../../core/model/index.ts';
import type { ReadOperation } from '../../core/operations/operation.ts';
import { merchantArgument } from './arguments.ts';
import { type GraphqlContext, merchantContext, readingContext } from './context.ts';
import { CHILD_LIST_ROWS, type Cost, listCost, objectCost } from './limits.ts';
import { lowerFirst, registerField } from './root-fields.ts';

const ofOneMerchant = merchantArgument('The merchant of the objects. Required with the admin API key.');

/** The members of a read that only GraphQL has. */
interface ReadQueryOptions {
  /** The descriptions of the identifiers, in order: `The dispute.` */
  readonly abouts: readonly string[];
  readonly complexity?: Cost | number;
}

/**
 * The query of a read with identifiers and no other input, such as `disputeEvidence(disputeId:)`. Its name is the
 * operation's, without `retrieve` or `list`.
 */
export function queryOf(
  operation: ReadOperation<undefined, object>,
  { abouts, complexity = operation.many ? listCost(CHILD_LIST_ROWS) : objectCost }: ReadQueryOptions,
): new () => object {
  const { ids, keys, many, target } = operation;
  const name = lowerFirst(operation.name.replace(/^(?:retrieve|list)/, ''));
  registerField(operation, 'Query', name);

  @Resolver()
  class ReadQuery {
    @Query(() => (many ? [target] : target) as never, { name, nullable: true, complexity })
    find(
      @Ctx() graphql: GraphqlContext,
      @ofOneMerchant merchantId?: string | null,
      ...values: string[]
    ): Promise<object | null> {
      requireAccess(readingContext(graphql, merchantId, keys), operation);
      const [ctx] = merchantContext(graphql, merchantId, keys);
      return operation.find(ctx, values, undefined);
    }
  }
  // After the context and the merchant.
  for (const [index, id] of ids.entries()) {
    const description = abouts[index]!;
    Arg(camelCase(id), () => ID, { description })(ReadQuery.prototype, 'find', 2 + index);
  }
  return ReadQuery;
}
