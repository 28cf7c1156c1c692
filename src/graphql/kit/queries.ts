import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { type Context, type EphemeralCaller, isCustomersKey } from '../../core/foundation/context.ts';
import { withClientSecret } from '../../core/foundation/permissions.ts';
import {
  camelCase,
  fieldOf,
  graphqlName,
  type ResourceDescription,
  resourceOf,
} from '../../core/model/index.ts';
import type { ResourceOperation } from '../../core/operations/operation.ts';
import { conditionsOf, type FilterValue, type Row, readOneWithLists } from '../../core/reads/index.ts';
import { merchantArgument } from './arguments.ts';
import { connect, connectionType, PageArgs } from './connections.ts';
import { type GraphqlContext, readingContext, requireCustomerFields } from './context.ts';
import { filterInput } from './filter-inputs.ts';
import { objectCost, pageCost } from './limits.ts';
import { type OrderValue, orderInput, orderOf } from './order-inputs.ts';
import { lowerFirst, registerField } from './root-fields.ts';
import { permittedProjection, projectionOf, type Selection, selectionAt, selectionOf } from './selection.ts';

const clientSecretArgument = Arg('clientSecret', () => String, {
  nullable: true,
  description:
    "The object's client secret; required with a publishable key, checked when given with another.",
});

const adminMerchantArgument = merchantArgument(
  'With the admin API key: restricts the query to this merchant. Default: all merchants.',
);

const noArgument: ParameterDecorator = () => {};

/** The access of customers' clients to a resource. */
interface CustomerAccess {
  /** The scope of an ephemeral key: objects with this value in this field. */
  readonly own: (caller: EphemeralCaller) => { readonly field: string; readonly value: string };
  /** With a publishable key: checks the client secret of an object. An unknown object passes. */
  readonly authorize?: (ctx: Context, id: string, clientSecret: string | null | undefined) => Promise<void>;
}

/** The members of a resource's queries that only GraphQL has. */
interface QueriesOptions {
  readonly customer?: CustomerAccess;
  /** The fields to filter by, for a resource without an index for each. */
  readonly filters?: readonly string[];
}

/**
 * The two queries of a resource: one object by its identifier, `payment(paymentId:)`, and the connection
 * `payments(filter:, orderBy:, first:, …)`. Both read only the selected columns.
 *
 * @throws {Error} at start for a customer's key without its access or its fields.
 */
export function queriesFor(
  retrieval: ResourceOperation<'retrieve'>,
  list: ResourceOperation<'list'>,
  { customer, filters }: QueriesOptions = {},
): (new () => object)[] {
  const { customerFields = null, keys, target } = retrieval;
  if ([...keys, ...list.keys].some(isCustomersKey) && !(customer && customerFields)) {
    throw new Error(`${target.name} needs customerFields, and queries with the access of a customer.`);
  }
  const scope = scopeOf(resourceOf(target), customer ?? null, customerFields ?? new Set());
  return [retrievalQuery(retrieval, scope, customer?.authorize), listQuery(list, scope, filters)];
}

/**
 * Checks the fields that a customer's key selects, and finds its scope.
 *
 * @returns The scope of an ephemeral key; null for another key.
 * @throws {Problem} `wrong_key_kind` for a field that customers do not see.
 */
type Scope = (ctx: Context, selections: readonly Selection[]) => ReturnType<CustomerAccess['own']> | null;

const scopeOf =
  (resource: ResourceDescription, customer: CustomerAccess | null, fields: ReadonlySet<string>): Scope =>
  ({ caller }, selections) => {
    if (!customer || !isCustomersKey(caller.kind)) return null;
    for (const selection of selections) requireCustomerFields(resource, fields, selection);
    return caller.kind === 'ephemeral_key' ? customer.own(caller) : null;
  };

function retrievalQuery(
  retrieval: ResourceOperation<'retrieve'>,
  scopeFor: Scope,
  authorize: CustomerAccess['authorize'],
): new () => object {
  const { keys, target } = retrieval;
  const resource = resourceOf(target);
  const name = lowerFirst(target.name);
  const id = graphqlName(fieldOf(target, resource.id));
  registerField(retrieval, 'Query', name);
  // The last parameters, so that resources without them can omit them.
  const merchantParameter = resource.owned ? adminMerchantArgument : noArgument;
  const secretParameter = authorize ? clientSecretArgument : noArgument;

  @Resolver()
  class RetrievalQuery {
    @Query(() => target, { name, nullable: true, complexity: objectCost })
    async one(
      @Arg(id, () => ID, { description: 'Its identifier.' }) objectId: string,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
      @secretParameter clientSecret?: string | null,
    ): Promise<Row | null> {
      const ctx = withClientSecret(readingContext(graphql, merchantId, keys), clientSecret);
      const selection = selectionOf(info);
      const scope = scopeFor(ctx, [selection]);
      const isSecretDue = ctx.caller.kind === 'publishable_key' || typeof clientSecret === 'string';
      if (isSecretDue) await authorize?.(ctx, objectId, clientSecret);
      const { columns, lists } = permittedProjection(ctx, resource, projectionOf(resource, selection));
      const read = scope ? [...columns, scope.field] : columns;
      const row = await readOneWithLists(ctx, target, objectId, read, lists);
      if (!row || (scope && row[scope.field] !== scope.value)) return null;
      graphql.loaders.prime(lists, [row]);
      return row;
    }
  }
  return RetrievalQuery;
}

function listQuery(
  list: ResourceOperation<'list'>,
  scopeFor: Scope,
  filters: readonly string[] | undefined,
): new () => object {
  const { keys, target } = list;
  const resource = resourceOf(target);
  const name = camelCase(resource.table);
  registerField(list, 'Query', name);
  const merchantParameter = resource.owned ? adminMerchantArgument : noArgument;
  // Created here, as type-graphql must know every class before the schema is built.
  const [Connection, Filter, Order] = [
    connectionType(target),
    filterInput(target, filters),
    orderInput(target),
  ];

  @Resolver()
  class ListQuery {
    @Query(() => Connection, { name, complexity: pageCost })
    many(
      @Args(() => PageArgs) page: PageArgs,
      @Arg('filter', () => Filter, { nullable: true, description: 'Conditions, combined with AND.' })
      filter: FilterValue | null,
      @Arg('orderBy', () => Order, { nullable: true, description: 'Sort order.' })
      orderBy: OrderValue | null,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
    ): Promise<object> {
      const ctx = readingContext(graphql, merchantId, keys);
      const scope = scopeFor(ctx, selectionAt(selectionOf(info), ['nodes'], ['edges', 'node']));
      const where = [...conditionsOf(target, filter), ...(scope ? [{ ...scope, op: 'eq' as const }] : [])];
      return connect(ctx, target, page, { where, order: orderOf(target, orderBy) }, graphql.loaders, info);
    }
  }
  return ListQuery;
}
