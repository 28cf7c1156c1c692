import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { camelCase, type DescribedClass, fieldOf, graphqlName, resourceOf } from '../../core/model/index.ts';
import { type Row, readOne } from '../../core/reads/index.ts';
import { merchantArgument } from './arguments.ts';
import { connect, connectionType, PageArgs } from './connections.ts';
import { type GraphqlContext, readers, readingContext, requireCustomerFields } from './context.ts';
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

const clientSecretArgument = Arg('clientSecret', () => String, {
  nullable: true,
  description:
    "The object's client secret; required with a publishable key, checked when given with another.",
});

const adminMerchantArgument = merchantArgument(
  'With the admin API key: restricts the query to this merchant. Default: all merchants.',
);

/** How a customer's client, with a publishable key and the object's client secret, reads one object of a resource. */
export interface CustomerAccess {
  /** The fields it may select. */
  readonly fields: ReadonlySet<string>;
  /** Checks the client secret of an object; one that does not exist passes. */
  readonly authorize: (ctx: Context, id: string, clientSecret: string | null | undefined) => Promise<void>;
}

/**
 * The two queries of every resource: one object by its identifier, `payment(paymentId:)`, and the connection
 * `payments(filter:, orderBy:, first:, …)`. Both read only the selected columns.
 */
export function queriesOf(target: DescribedClass, customer?: CustomerAccess): new () => object {
  const resource = resourceOf(target);
  const one = target.name.charAt(0).toLowerCase() + target.name.slice(1);
  const many = camelCase(resource.table);
  const id = graphqlName(fieldOf(target, resource.id));

  // Last parameter of each method, so that resources without a merchant can omit it.
  const merchantParameter = resource.owned ? adminMerchantArgument : () => {};
  const secretParameter = customer ? clientSecretArgument : () => {};

  @Resolver()
  class Queries {
    @Query(() => target, {
      name: one,
      nullable: true,
      description: `Finds one by its identifier; null if it does not exist. ${resource.about}`,
      complexity: objectCost,
    })
    async one(
      @Arg(id, () => ID, { description: 'Its identifier.' }) objectId: string,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
      @secretParameter clientSecret?: string | null,
    ): Promise<Row | null> {
      const ctx = readingContext(graphql, merchantId, customer ? [...readers, 'publishable_key'] : readers);
      if (customer) await checkCustomer(ctx, customer, objectId, clientSecret, info);
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
  const checkCustomer = async (
    ctx: Context,
    { authorize, fields }: CustomerAccess,
    objectId: string,
    clientSecret: string | null | undefined,
    info: GraphQLResolveInfo,
  ): Promise<void> => {
    const isCustomer = ctx.caller.kind === 'publishable_key';
    if (isCustomer) requireCustomerFields(resource, fields, selectionOf(info));
    if (isCustomer || typeof clientSecret === 'string') await authorize(ctx, objectId, clientSecret);
  };

  // Created here, as type-graphql must know every class before the schema is built.
  filterInput(target);
  orderInput(target);
  connectionType(target);
  return Queries;
}
