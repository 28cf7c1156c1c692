import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { Node } from '../../core/model/index.ts';
import { locate, type Row, readByKeys } from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';
import { columnsOf, type Selection, selectionOf } from '../kit/selection.ts';

const NODES_MAX = 100;

/** Finds which resources the identifiers belong to, then reads each resource's in one statement. */
async function readNodes(
  ctx: Context,
  ids: readonly string[],
  selection: Selection,
): Promise<(Row | null)[]> {
  const places = await locate(ctx, ids);
  const found = new Map<string, Row>();
  await Promise.all(
    [...new Set(places.values().map((place) => place.resource))].map(async (resource) => {
      const wanted = ids.filter((id) => places.get(id)?.resource === resource);
      const keys = wanted.map((id) => ({ merchantId: places.get(id)!.merchantId, id }));
      const rows = await readByKeys(ctx, resource.target, keys, columnsOf(resource, selection));
      for (const [i, row] of rows.entries()) {
        if (row) found.set(wanted[i]!, { ...row, __typename: resource.target.name });
      }
    }),
  );
  return ids.map((id) => found.get(id) ?? null);
}

@Resolver()
export class NodeQueries {
  @Query(() => Node, {
    nullable: true,
    description: 'Any object by its identifier; null when there is none.',
    complexity: objectCost,
  })
  async node(
    @Arg('id', () => ID, { description: "The object's identifier." }) id: string,
    @Ctx() graphql: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row | null> {
    const [row] = await readNodes(readingContext(graphql), [id], selectionOf(info));
    return row ?? null;
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `Any objects by their identifiers, at most ${NODES_MAX}, in that order; null where there is none.`,
    complexity: ({ args, childComplexity }) => args.ids.length * (1 + childComplexity),
  })
  nodes(
    @Arg('ids', () => [ID], { description: "The objects' identifiers." }) ids: string[],
    @Ctx() graphql: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Row | null)[]> {
    if (ids.length > NODES_MAX) throw invalidParameter('ids', `ids takes at most ${NODES_MAX} identifiers.`);
    return readNodes(readingContext(graphql), ids, selectionOf(info));
  }
}
