import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { camelCase, type DescribedClass, fieldOf, graphqlName, resourceOf } from '../../core/model/index.ts';
import { type Row, readOne } from '../../core/reads/index.ts';
import { connect, connectionType, PageArgs } from './connections.ts';
import { type GraphqlContext, readingContext } from './context.ts';
import { conditionsOf, type FilterValue, filterInput } from './filters.ts';
import { objectCost, pageCost } from './limits.ts';
import { type OrderValue, orderInput, orderOf } from './orders.ts';
import { columnsOf, selectionOf } from './selection.ts';

const withinMerchantArgument = Arg('merchantId', () => ID, {
  nullable: true,
  description: 'For the admin API key: the merchant to look within; all of them when not given.',
});

/**
 * The two queries every resource has: one by its identifier, `payment(paymentId:)`, and its connection,
 * `payments(filter:, orderBy:, first:, …)`. Both read only the columns that are selected.
 */
export function queriesOf(target: DescribedClass): new () => object {
  const resource = resourceOf(target);
  const one = target.name.charAt(0).toLowerCase() + target.name.slice(1);
  const many = camelCase(resource.table);
  const id = graphqlName(fieldOf(target, resource.id));

  // Only what belongs to a merchant is looked for within one. It comes last, so that it can be left out.
  const merchantArgument = resource.owned ? withinMerchantArgument : () => {};

  @Resolver()
  class Queries {
    @Query(() => target, {
      name: one,
      nullable: true,
      description: `One by its identifier; null when there is none. ${resource.about}`,
      complexity: objectCost,
    })
    one(
      @Arg(id, () => ID, { description: 'Its identifier.' }) given: string,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantArgument merchantId?: string | null,
    ): Promise<Row | null> {
      const ctx = readingContext(graphql, merchantId);
      return readOne(ctx, target, given, columnsOf(resource, selectionOf(info)));
    }

    @Query(() => connectionType(target), {
      name: many,
      description: `A list, ${resource.from} first unless ordered otherwise. ${resource.about}`,
      complexity: pageCost,
    })
    many(
      @Args(() => PageArgs) page: PageArgs,
      @Arg('filter', () => filterInput(target), {
        nullable: true,
        description: 'Conditions that must all hold.',
      })
      filter: FilterValue | null,
      @Arg('orderBy', () => orderInput(target), { nullable: true, description: 'How the list is ordered.' })
      orderBy: OrderValue | null,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantArgument merchantId?: string | null,
    ): Promise<object> {
      const ctx = readingContext(graphql, merchantId);
      const list = { where: conditionsOf(target, filter), order: orderOf(target, orderBy) };
      return connect(ctx, target, page, list, info);
    }
  }
  // The inputs are made now: type-graphql must know every class before a schema is built.
  filterInput(target);
  orderInput(target);
  connectionType(target);
  return Queries;
}
