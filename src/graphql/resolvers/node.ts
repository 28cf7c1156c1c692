import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { Node } from '../../core/model/index.ts';
import { perMerchant, type Row, readByKeys } from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { type GlobalKey, readGlobalId } from '../kit/global-id.ts';
import { objectCost } from '../kit/limits.ts';
import { columnsOf, type Selection, selectionOf } from '../kit/selection.ts';

const NODES_MAX = 100;

@Resolver()
export class NodeQueries {
  @Query(() => Node, {
    nullable: true,
    description: 'Finds an object of any type by its global `id`; null if it does not exist.',
    complexity: objectCost,
  })
  async node(
    @Arg('id', () => ID, { description: 'Global identifier of the object.' }) id: string,
    @Ctx() graphql: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row | null> {
    const [row] = await readNodes(readingContext(graphql), [readGlobalId(id, 'id')], selectionOf(info));
    return row ?? null;
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `Finds at most ${NODES_MAX} objects of any type by their global \`id\`s, in that order; null for an unknown object.`,
    complexity: ({ args, childComplexity }) => args.ids.length * (1 + childComplexity),
  })
  nodes(
    @Arg('ids', () => [ID], { description: 'Global identifiers of the objects.' }) ids: string[],
    @Ctx() graphql: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Row | null)[]> {
    if (ids.length > NODES_MAX)
      throw invalidParameter('ids', `ids must have at most ${NODES_MAX} identifiers.`);
    const ctx = readingContext(graphql);
    const keys = ids.map((id) => readGlobalId(id, 'ids'));
    return readNodes(ctx, keys, selectionOf(info));
  }
}

/**
 * Reads objects of any type by their keys, with one statement per resource. The result is in the order of the keys,
 * null where no visible object exists.
 */
async function readNodes(
  ctx: Context,
  keys: readonly GlobalKey[],
  selection: Selection,
): Promise<(Row | null)[]> {
  const found: (Row | null)[] = keys.map(() => null);
  const visible = keys
    .map((key, place) => ({ ...key, place }))
    .filter(
      ({ merchantId, resource }) =>
        !resource.owned || ctx.merchantId === null || merchantId === ctx.merchantId,
    );
  await Promise.all(
    [...Map.groupBy(visible, ({ resource }) => resource)].map(async ([resource, ofResource]) => {
      const columns = columnsOf(resource, selection);
      const rows = await perMerchant(
        ctx,
        ofResource,
        ({ merchantId }) => merchantId,
        (at, some) => readByKeys(at, resource.target, some, columns),
      );
      for (const [i, row] of rows.entries()) {
        if (row) found[ofResource[i]!.place] = { ...row, __typename: resource.target.name };
      }
    }),
  );
  return found;
}
