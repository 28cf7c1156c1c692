import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import {
  type Context,
  type EphemeralCaller,
  isCustomersKey,
  type KeyKind,
} from '../../core/foundation/context.ts';
import { permitted, withClientSecret } from '../../core/foundation/permissions.ts';
import { camelCase, type DescribedClass, fieldOf, graphqlName, resourceOf } from '../../core/model/index.ts';
import type { ReadOperation, ResourceOperation } from '../../core/operations/operation.ts';
import { conditionsOf, type FilterValue, type Row, readOneWithLists } from '../../core/reads/index.ts';
import { merchantArgument } from './arguments.ts';
import { connect, connectionType, PageArgs } from './connections.ts';
import {
  type GraphqlContext,
  merchantContext,
  readers,
  readingContext,
  requireCustomerFields,
} from './context.ts';
import { filterInput } from './filter-inputs.ts';
import { CHILD_LIST_ROWS, type Cost, listCost, objectCost, pageCost } from './limits.ts';
import { type OrderValue, orderInput, orderOf } from './order-inputs.ts';
import { registerField } from './root-fields.ts';
import { permittedProjection, projectionOf, type Selection, selectionAt, selectionOf } from './selection.ts';

const clientSecretArgument = Arg('clientSecret', () => String, {
  nullable: true,
  description:
    "The object's client secret; required with a publishable key, checked when given with another.",
});

const adminMerchantArgument = merchantArgument(
  'With the admin API key: restricts the query to this merchant. Default: all merchants.',
);

const ofOneMerchant = merchantArgument('The merchant of the objects. Required with the admin API key.');

/** How a customer's client reads objects of a resource: the fields that their operations name. */
interface CustomerAccess {
  /** The scope of an ephemeral key: objects with this value in this field. */
  readonly own: (caller: EphemeralCaller) => { readonly field: string; readonly value: string };
  /** With a publishable key: checks the client secret of an object; one that does not exist passes. */
  readonly authorize?: (ctx: Context, id: string, clientSecret: string | null | undefined) => Promise<void>;
}

/** The particulars of a resource's queries. */
interface QueriesOptions {
  readonly customer?: CustomerAccess;
  /** The fields to filter by, for a resource without an index for each. */
  readonly filters?: readonly string[];
}

/**
 * The queries of a resource that carry out its retrieval and its list.
 *
 * @throws {Error} at start if a customer's key calls one, and its access or its fields are missing.
 */
export function queriesFor(
  retrieval: ResourceOperation<'retrieve'>,
  list: ResourceOperation<'list'>,
  options: QueriesOptions = {},
): new () => object {
  const { customerFields, keys, target } = retrieval;
  if ([...keys, ...list.keys].some(isCustomersKey) && !(options.customer && customerFields)) {
    throw new Error(`${target.name} needs customerFields, and queries with the access of a customer.`);
  }
  registerField(retrieval, 'Query', lowerFirst(target.name));
  registerField(list, 'Query', camelCase(resourceOf(target).table));
  return queriesOf(target, { ...options, customerFields, keysForOne: keys, keysForMany: list.keys });
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A query's form of an operation that reads something that is not a row of a resource. */
interface QueryForm {
  /** Its name: that of the operation without `retrieve`, unless another is given. */
  readonly name?: string;
  /** What each identifier is, in their order: `The dispute.` */
  readonly abouts: readonly string[];
  readonly complexity?: Cost | number;
}

/** The query of a read of one merchant that takes identifiers only, such as `disputeEvidence(disputeId:)`. */
export function queryOf(
  operation: ReadOperation<undefined, object>,
  { abouts, complexity = operation.many ? listCost(CHILD_LIST_ROWS) : objectCost, name: other }: QueryForm,
): new () => object {
  const { ids, keys, many, target } = operation;
  const name = other ?? lowerFirst(operation.name.replace(/^(?:retrieve|list)/, ''));
  registerField(operation, 'Query', name);

  @Resolver()
  class OperationQuery {
    @Query(() => (many ? [target] : target) as never, { name, nullable: true, complexity })
    find(
      @Ctx() graphql: GraphqlContext,
      @ofOneMerchant merchantId?: string | null,
      ...values: string[]
    ): Promise<object | null> {
      const reading = permitted(readingContext(graphql, merchantId, keys), operation);
      const [{ merchantId: own }] = merchantContext(graphql, merchantId);
      return operation.find({ ...reading, merchantId: own }, values, undefined);
    }
  }
  // After the context and the merchant.
  for (const [index, id] of ids.entries()) {
    const description = abouts[index]!;
    Arg(camelCase(id), () => ID, { description })(OperationQuery.prototype, 'find', 2 + index);
  }
  return OperationQuery;
}

/** The keys that may read a resource, and the fields that a customer's may select. */
interface QueryRights {
  readonly customerFields?: ReadonlySet<string> | undefined;
  readonly keysForOne?: readonly KeyKind[];
  readonly keysForMany?: readonly KeyKind[];
}

const filterArgument = { nullable: true, description: 'Conditions, combined with AND.' } as const;
const orderArgument = { nullable: true, description: 'Sort order.' } as const;

/** A resource that queries read, and the access that a customer has to it. */
interface SelectedRead {
  readonly target: DescribedClass;
  readonly customer: CustomerAccess | undefined;
  readonly customerFields: ReadonlySet<string>;
}

/** Reads the selected columns and lists of an object; null without one that the caller sees. */
async function findSelected(
  { ctx, loaders }: { readonly ctx: Context; readonly loaders: GraphqlContext['loaders'] },
  target: DescribedClass,
  objectId: string,
  selection: Selection,
  own: ReturnType<typeof ownOf>,
): Promise<Row | null> {
  const resource = resourceOf(target);
  const { columns, lists } = permittedProjection(ctx, resource, projectionOf(resource, selection));
  const names = own ? [...columns, own.field] : columns;
  const row = await readOneWithLists(ctx, target, objectId, names, lists);
  if (!row || (own && row[own.field] !== own.value)) return null;
  loaders.prime(lists, [row]);
  return row;
}

/** The scope of an ephemeral key; null for any other key. A customer's key may select certain fields only. */
function ownOf(
  { caller }: Context,
  { customer, customerFields, target }: SelectedRead,
  selections: readonly Selection[],
) {
  if (!customer || !isCustomersKey(caller.kind)) return null;
  for (const selection of selections) requireCustomerFields(resourceOf(target), customerFields, selection);
  return caller.kind === 'ephemeral_key' ? customer.own(caller) : null;
}

/**
 * The two queries of every resource: one object by its identifier, `payment(paymentId:)`, and the connection
 * `payments(filter:, orderBy:, first:, …)`. Both read only the selected columns.
 */
export function queriesOf(
  target: DescribedClass,
  {
    customer,
    customerFields = new Set(),
    filters,
    keysForMany = readers,
    keysForOne = readers,
  }: QueriesOptions & QueryRights = {},
): new () => object {
  const resource = resourceOf(target);
  const read: SelectedRead = { target, customer, customerFields };
  const one = lowerFirst(target.name);
  const many = camelCase(resource.table);
  const id = graphqlName(fieldOf(target, resource.id));

  // Last parameter of each method, so that resources without a merchant can omit it.
  const merchantParameter = resource.owned ? adminMerchantArgument : () => {};
  const secretParameter = customer?.authorize ? clientSecretArgument : () => {};

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
      const ctx = withClientSecret(readingContext(graphql, merchantId, keysForOne), clientSecret);
      const selection = selectionOf(info);
      const own = ownOf(ctx, read, [selection]);
      const isSecretDue = ctx.caller.kind === 'publishable_key' || typeof clientSecret === 'string';
      if (isSecretDue) await customer?.authorize?.(ctx, objectId, clientSecret);
      return findSelected({ ctx, loaders: graphql.loaders }, target, objectId, selection, own);
    }

    @Query(() => connectionType(target), {
      name: many,
      description: `Pages through a list, ${resource.from} first by default. ${resource.about}`,
      complexity: pageCost,
    })
    many(
      @Args(() => PageArgs) page: PageArgs,
      @Arg('filter', () => filterInput(target, filters), filterArgument) filter: FilterValue | null,
      @Arg('orderBy', () => orderInput(target), orderArgument) orderBy: OrderValue | null,
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @merchantParameter merchantId?: string | null,
    ): Promise<object> {
      const ctx = readingContext(graphql, merchantId, keysForMany);
      const selected = selectionAt(selectionOf(info), ['nodes'], ['edges', 'node']);
      const own = ownOf(ctx, read, selected);
      const where = [...conditionsOf(target, filter), ...(own ? [{ ...own, op: 'eq' as const }] : [])];
      const list = { where, order: orderOf(target, orderBy) };
      return connect(ctx, target, page, list, graphql.loaders, info);
    }
  }
  // Created here, as type-graphql must know every class before the schema is built.
  filterInput(target, filters);
  orderInput(target);
  connectionType(target);
  return Queries;
}
