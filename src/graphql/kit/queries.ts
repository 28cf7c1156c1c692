import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { camelCase, type DescribedClass, fieldOf, graphqlName, resourceOf } from '../../core/model/index.ts';
import { type Row, readOne } from '../../core/reads/index.ts';
import { merchantArgument } from './arguments.ts';
import { connect, connectionType, PageArgs } from './connections.ts';
import { type GraphqlContext, readingContext } from './context.ts';
import { objectCost, pageCost } from './limits.ts';
import {
  conditionsOf,
  type FilterValue,
  filterInput,
  type OrderValue,
  orderInput,
  orderOf,
} from './list-inputs.ts';
import { columnsOf, selectionOf } from './selection.ts';

const adminMerchantArgument = merchantArgument(
  'With the admin API key: restricts the query to this merchant. Default: all merchants.',
);

/**
 * The two queries of every resource: one object by its identifier, `payment(paymentId:)`, and the connection
 * `payments(filter:, orderBy:, first:, …)`. Both read only the selected columns.
 */
export function queriesOf(target: DescribedClass): new () => object {
  const resource = resourceOf(target);
  const one = target.name.charAt(0).toLowerCase() + target.name.slice(1);
  const many = camelCase(resource.table);
  const id = graphqlName(fieldOf(target, resource.id));

  // Last parameter of each method, so that resources without a merchant can omit it.
  const merchantParameter = resource.owned ? adminMerchantArgument : () => {};

  @Resolver()
  class Queries {
    @Query(() => target, {
      name: one,
      nullable: true,
      description: `Finds one by its identifier; null if it does not exist. ${resource.about}`,
      complexity: objectCost,
    })
    one(
      @Arg(id, () => ID, { description: 'Its identifier.' }) objectId: string,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
    ): Promise<Row | null> {
      const ctx = readingContext(graphql, merchantId);
      return readOne(ctx, target, objectId, columnsOf(resource, selectionOf(info)));
    }

    @Query(() => connectionType(target), {
      name: many,
      description: `Pages through a list, ${resource.from} first by default. ${resource.about}`,
      complexity: pageCost,
    })
    many(
      @Args(() => PageArgs) page: PageArgs,
      @Arg('filter', () => filterInput(target), {
        nullable: true,
        description: 'Conditions, combined with AND.',
      })
      filter: FilterValue | null,
      @Arg('orderBy', () => orderInput(target), { nullable: true, description: 'Sort order.' })
      orderBy: OrderValue | null,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
    ): Promise<object> {
      const ctx = readingContext(graphql, merchantId);
      const list = { where: conditionsOf(target, filter), order: orderOf(target, orderBy) };
      return connect(ctx, target, page, list, info);
    }
  }
  // Created here, as type-graphql must know every class before the schema is built.
  filterInput(target);
  orderInput(target);
  connectionType(target);
  return Queries;
}
