import { accountContext, actingContext } from '../core/access/acting-context.ts';
import { askConnector } from '../core/connector-calls/ask-connector.ts';
import type { Context, KeyKind } from '../core/foundation/context.ts';
import { notFound } from '../core/foundation/errors.ts';
import * as f from '../core/model/fields.ts';
import { type DescribedClass, isResource, nounOf, resourceOf } from '../core/model/index.ts';
import { type Row, readWhole } from '../core/reads/index.ts';
import { type Described, type Operation, type OperationRequest, operation, pathNames } from './operation.ts';

/** Default callers of an operation beyond the specification: the same as in GraphQL. */
const merchantAndOperator: readonly KeyKind[] = ['api_key', 'admin_key'];

type Beyond<
  Path extends string,
  Query extends DescribedClass | undefined,
  Body extends DescribedClass | undefined,
> = Omit<Described<Path, Query, Body>, 'number' | 'tag' | 'keys'> & { readonly keys?: readonly KeyKind[] };

/**
 * Defines an operation that the specification does not have. The admin key acts for the merchant that it names: in the
 * path, or else in the query.
 */
export function beyond<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(described: Beyond<Path, Query, Body>): Operation {
  const keys = described.keys ?? merchantAndOperator;
  const whole = { ...described, keys, tag: tagOf(described.path) };
  if (!namesMerchant(whole)) return operation(whole);
  const problems = [...(described.problems ?? []), 'resource_not_found' as const];
  return operation({ ...whole, problems, query: withMerchant(described.query) as Query });
}

/** Groups in OpenAPI by the first part of a path, or by its third where the first is of a merchant account. */
const tagByPart: Readonly<Record<string, string>> = {
  payments: 'Payments',
  captures: 'Payments',
  notes: 'Payments',
  poll: 'Payments',
  payouts: 'Payouts',
  refunds: 'Refunds',
  disputes: 'Disputes',
  customers: 'Customers',
  payment_methods: 'Payment methods',
  ephemeral_keys: 'Customers',
  mandates: 'Mandates',
  events: 'Events and deliveries',
  webhook_deliveries: 'Events and deliveries',
  webhook_endpoint: 'Events and deliveries',
  webhook_endpoints: 'Events and deliveries',
  event_feed: 'Events and deliveries',
  business_profile: 'Business profiles',
  routing: 'Routing',
  blocklist: 'Blocklist',
  connectors: 'Connector accounts',
  feature_matrix: 'Connector accounts',
  gsm: 'Error mappings',
  api_keys: 'API keys',
  team_members: 'Team',
  invitations: 'Team',
  domains: 'Domains',
  report_schedules: 'Reports',
  reports: 'Reports',
  audit_log: 'Audit log',
  request_log: 'Request log',
  notifications: 'Notifications',
  admin_keys: 'Administrators',
  operators: 'Administrators',
};

/** The group of a path beyond the specification: that of what it is about. Exports and imports are with their lists. */
function tagOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const [first, second] = parts.map((part) => part.replace(/\.csv$/, ''));
  if (path === '/account/payment_methods') return tagByPart.payments!;
  if (first === 'imports') return tagByPart.payment_methods!;
  if (first === 'exports' || first === 'sums') return tagByPart[second!]!;
  if (first !== 'accounts' && first !== 'account') {
    const tag = tagByPart[first!];
    if (!tag) throw new Error(`${path} is in no group of operations.`);
    return tag;
  }
  // Operations on parts of a connector account, such as its webhooks, are named after the account.
  const isOfConnector = parts.includes('connectors');
  return tagByPart[isOfConnector ? 'connectors' : parts.at(-1)!] ?? 'Merchant accounts';
}

type Owned = Pick<Operation, 'ofMerchant' | 'response'>;

/** Whether the objects of an operation belong to a merchant. */
const isOwned = ({ ofMerchant = false, response: { target } }: Owned): boolean =>
  ofMerchant || (isResource(target) && resourceOf(target).owned);

/** Whether the admin key has to name the merchant of the objects in the query. */
const namesMerchant = ({ keys, path, ...owned }: Pick<Operation, 'keys' | 'path'> & Owned): boolean =>
  keys.includes('admin_key') && isOwned(owned) && !pathNames(path).includes('account_id');

/**
 * The context of the merchant that a request is about. In the specification it is always the key's own.
 *
 * @throws {Problem} As {@link actingContext}.
 */
export function requestContext(
  operation: Operation,
  ctx: Context,
  { path, query }: Pick<OperationRequest, 'path' | 'query'>,
): Context {
  if (operation.number !== undefined || !isOwned(operation))
    return ctx.organization ? accountContext(ctx, operation.reach, path.account_id) : ctx;
  const { merchant_id: inQuery } = query as { merchant_id?: string | null };
  return actingContext(ctx, path.account_id ?? inQuery, true);
}

function withMerchant(query: DescribedClass | undefined): DescribedClass {
  class WithMerchant extends ((query ?? Object) as new () => object) {
    @f.Id('With the admin API key: the merchant to act for, required. An API key has its own.')
    merchant_id?: string | null;
  }
  return WithMerchant;
}

/** Query of the operations that retrieve what connectors decide on. */
export class RetrievalQuery {
  @f.Bool(
    'Whether to ask the connector first how calls ended that have no outcome yet. Ordinarily that is not needed: the service asks by itself, and connectors report.',
  )
  force_sync?: boolean | null;
}

/**
 * Reads an object, after its connector was asked if the query wants that.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieveSynced(
  ctx: Context,
  target: DescribedClass,
  id: string,
  { force_sync: isForced }: RetrievalQuery,
): Promise<Row> {
  if (isForced) await askConnector(ctx, target, id);
  return retrieve(ctx, target, id);
}

/**
 * Reads an object as operations beyond the specification show it.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieve(ctx: Context, target: DescribedClass, id: string): Promise<Row> {
  const row = await readWhole(ctx, target, id, 'full');
  if (!row) throw notFound(nounOf(target));
  return row;
}
