import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import {
  type ConnectorWebhookStatus,
  readWebhookStatus,
} from '../../core/connector-accounts/webhook-status.ts';
import type { AccountKey } from '../../core/connector-calls/call-connector.ts';
import { type CallCounts, countRecentCalls } from '../../core/connector-calls/recent-calls.ts';
import { Attempt } from '../../core/entities/attempt.ts';
import { BusinessProfile } from '../../core/entities/business-profile.ts';
import { ConnectorAccount } from '../../core/entities/connector-account.ts';
import { Customer } from '../../core/entities/customer.ts';
import { Event } from '../../core/entities/event.ts';
import { Mandate } from '../../core/entities/mandate.ts';
import { Payment } from '../../core/entities/payment.ts';
import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { Payout } from '../../core/entities/payout.ts';
import { ValueList } from '../../core/entities/value-list.ts';
import type { Context } from '../../core/foundation/context.ts';
import { type DescribedClass, fieldOf, resourceOf } from '../../core/model/index.ts';
import { readTimelines, type TimelineKey } from '../../core/reads/children.ts';
import {
  type ChildList,
  type ParentKey,
  perMerchant,
  type Row,
  readByKeys,
  readChildren,
  requireLists,
} from '../../core/reads/index.ts';
import type { EndpointKey } from '../../core/webhook-endpoints/endpoint-health.ts';
import { readEndpointHealth } from '../../core/webhook-endpoints/endpoint-health.ts';
import { projectionOf, selectionOf } from './selection.ts';

/** A list field of one parent's row. */
interface ListKey {
  readonly parent: Row;
  readonly field: string;
  /** The selection, which determines the columns to load. */
  readonly info: GraphQLResolveInfo;
}

/** Runs once the promises that are settled by now have been handled, as DataLoader dispatches its batches. */
const afterPromises = (run: () => void) => void Promise.resolve().then(() => process.nextTick(run));

/**
 * Options of the loaders that batch without a cache. They wait a turn longer than the loaders of lists: one statement then
 * reads the fields selected of the entries of primed lists and of their parents.
 */
const batched = {
  cache: false,
  batchScheduleFn: (dispatch: () => void) => afterPromises(() => afterPromises(dispatch)),
} as const;

const byMerchant = ({ merchantId }: { readonly merchantId: string }) => merchantId;

/** One object, with the columns selected of it. */
interface ObjectKey {
  readonly merchantId: string;
  readonly id: string;
  readonly columns: readonly string[];
}

/**
 * The nested fields of one request, one method per edge of the graph. Resolvers always ask here.
 *
 * All lists of one parent type share a DataLoader. The statement that reads a page or an object also reads its selected
 * lists, and primes the loader with them ({@link Loaders.prime}). Every other path goes through the loader's batches:
 * lists of payments below refunds or of `nodes` are loaded, refunds, disputes, attempts and captures in a single statement.
 * All references to one type share another DataLoader, which caches nothing: it batches the keys of one tick and forgets
 * them. `docs/graphql.md` shows the statements of four queries, which a test counts.
 */
export class Loaders {
  readonly #ctx: Context;
  readonly #lists = new Map<DescribedClass, DataLoader<ListKey, Row[]>>();
  /** The rows that were read with a list, by the list's field. */
  readonly #primed = new Map<string, Set<Row>>();
  readonly #objects = new Map<DescribedClass, DataLoader<ObjectKey, Row | null>>();
  #timelines?: DataLoader<TimelineKey, Row[]>;
  #endpoints?: DataLoader<EndpointKey, Row>;
  #recentCalls?: DataLoader<AccountKey, CallCounts>;
  #connectorWebhooks?: DataLoader<AccountKey, ConnectorWebhookStatus>;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Notes that rows hold these lists, which were read with them. */
  prime(lists: readonly ChildList[], parents: readonly Row[]): void {
    for (const { field } of lists) {
      const primed = this.#primed.get(field);
      if (primed) for (const parent of parents) primed.add(parent);
      else this.#primed.set(field, new Set(parents));
    }
  }

  refunds(payment: Row, info: GraphQLResolveInfo) {
    return this.#list(Payment, 'refunds', payment, info);
  }

  disputes(payment: Row, info: GraphQLResolveInfo) {
    return this.#list(Payment, 'disputes', payment, info);
  }

  attempts(payment: Row, info: GraphQLResolveInfo) {
    return this.#list(Payment, 'attempts', payment, info);
  }

  captures(payment: Row, info: GraphQLResolveInfo) {
    return this.#list(Payment, 'captures', payment, info);
  }

  paymentEvents(payment: Row, info: GraphQLResolveInfo) {
    return this.#list(Payment, 'events', payment, info);
  }

  payoutAttempts(payout: Row, info: GraphQLResolveInfo) {
    return this.#list(Payout, 'attempts', payout, info);
  }

  payoutEvents(payout: Row, info: GraphQLResolveInfo) {
    return this.#list(Payout, 'events', payout, info);
  }

  customerPayments(customer: Row, info: GraphQLResolveInfo) {
    return this.#list(Customer, 'payments', customer, info);
  }

  paymentMethods(customer: Row, info: GraphQLResolveInfo) {
    return this.#list(Customer, 'payment_methods', customer, info);
  }

  mandates(customer: Row, info: GraphQLResolveInfo) {
    return this.#list(Customer, 'mandates', customer, info);
  }

  deliveries(event: Row, info: GraphQLResolveInfo) {
    return this.#list(Event, 'deliveries', event, info);
  }

  /** The payment that a row's `payment_id` names. */
  payment(row: Row, info: GraphQLResolveInfo) {
    return this.#object(Payment, row, 'payment_id', info);
  }

  payout(row: Row, info: GraphQLResolveInfo) {
    return this.#object(Payout, row, 'payout_id', info);
  }

  customer(row: Row, info: GraphQLResolveInfo) {
    return this.#object(Customer, row, 'customer_id', info);
  }

  paymentMethod(row: Row, info: GraphQLResolveInfo) {
    return this.#object(PaymentMethod, row, 'payment_method_id', info);
  }

  mandate(row: Row, info: GraphQLResolveInfo) {
    return this.#object(Mandate, row, 'mandate_id', info);
  }

  profile(row: Row, info: GraphQLResolveInfo) {
    return this.#object(BusinessProfile, row, 'profile_id', info);
  }

  valueList(entry: Row, info: GraphQLResolveInfo) {
    return this.#object(ValueList, entry, 'list_id', info);
  }

  connectorAccount(row: Row, info: GraphQLResolveInfo) {
    return this.#object(ConnectorAccount, row, 'merchant_connector_id', info);
  }

  authorizedAttempt(capture: Row, info: GraphQLResolveInfo) {
    return this.#object(Attempt, capture, 'authorized_attempt_id', info);
  }

  event(delivery: Row, info: GraphQLResolveInfo) {
    return this.#object(Event, delivery, 'event_id', info);
  }

  /** The status changes of an object, oldest first. */
  timeline(target: DescribedClass, row: Row): Promise<Row[]> {
    this.#timelines ??= new DataLoader(
      (keys) => perMerchant(this.#ctx, keys, byMerchant, readTimelines),
      batched,
    );
    return this.#timelines.load({
      merchantId: row.merchant_id as string,
      target,
      id: row[resourceOf(target).id] as string,
    });
  }

  /** The health of a further webhook endpoint, or of a business profile's own. */
  endpointHealth(profile: Row): Promise<Row> {
    this.#endpoints ??= new DataLoader(
      (keys) => perMerchant(this.#ctx, keys, byMerchant, readEndpointHealth),
      batched,
    );
    return this.#endpoints.load({
      merchantId: profile.merchant_id as string,
      endpointId: (profile.endpoint_id ?? profile.profile_id) as string,
    });
  }

  /** Outcomes of a connector account's calls in the last hour. */
  recentCalls(account: AccountKey): Promise<CallCounts> {
    this.#recentCalls ??= new DataLoader(
      (keys) => perMerchant(this.#ctx, keys, ({ merchant_id }) => merchant_id, countRecentCalls),
      batched,
    );
    return this.#recentCalls.load(account);
  }

  /** The status of a connector account's webhooks. */
  connectorWebhooks(account: AccountKey): Promise<ConnectorWebhookStatus> {
    this.#connectorWebhooks ??= new DataLoader(
      (keys) => perMerchant(this.#ctx, keys, ({ merchant_id }) => merchant_id, readWebhookStatus),
      batched,
    );
    return this.#connectorWebhooks.load(account);
  }

  /** @throws {Problem} `not_permitted` for this list only: others of the same parents are loaded with it. */
  #list(target: DescribedClass, field: string, parent: Row, info: GraphQLResolveInfo): Promise<Row[]> {
    requireLists(this.#ctx, target, [{ field }]);
    let loader = this.#lists.get(target);
    if (!loader) {
      // Without a cache: the same list may be selected again with other columns or after a mutation.
      loader = new DataLoader((keys) => this.#listsFor(target, keys), { cache: false });
      this.#lists.set(target, loader);
    }
    return loader.load({ parent, field, info });
  }

  /** The lists that were read with their parents, and those read now. */
  async #listsFor(target: DescribedClass, keys: readonly ListKey[]): Promise<Row[][]> {
    const isPrimed = ({ field, parent }: ListKey) => this.#primed.get(field)?.has(parent) === true;
    const others = keys.filter((key) => !isPrimed(key));
    const read = others.length > 0 ? (await this.#readLists(target, others)).values() : null;
    return keys.map((key) => (isPrimed(key) ? (key.parent[key.field] as Row[]) : read!.next().value!));
  }

  #object(
    target: DescribedClass,
    row: Row,
    foreignKey: string,
    info: GraphQLResolveInfo,
  ): Promise<Row | null> | null {
    const id = row[foreignKey];
    if (typeof id !== 'string') return null;
    let loader = this.#objects.get(target);
    if (!loader) {
      loader = new DataLoader((keys) => this.#readObjects(target, keys), batched);
      this.#objects.set(target, loader);
    }
    const { columns } = projectionOf(resourceOf(target), selectionOf(info));
    return loader.load({ merchantId: row.merchant_id as string, id, columns });
  }

  async #readLists(target: DescribedClass, keys: readonly ListKey[]): Promise<Row[][]> {
    const parents = new Map<string, { readonly key: ParentKey; readonly index: number }>();
    const columnsByField = new Map<string, Set<string>>();
    const idField = resourceOf(target).id;
    const indexes = keys.map(({ field, info, parent }) => {
      const key = { merchantId: parent.merchant_id as string, id: parent[idField] as string };
      const text = JSON.stringify([key.merchantId, key.id]);
      const known = parents.get(text) ?? { key, index: parents.size };
      parents.set(text, known);
      const selected = columnsByField.get(field) ?? new Set();
      const { columns } = projectionOf(resourceOf(fieldOf(target, field).of!()), selectionOf(info));
      for (const column of columns) selected.add(column);
      columnsByField.set(field, selected);
      return known.index;
    });
    const lists: ChildList[] = [...columnsByField].map(([field, columns]) => ({
      field,
      columns: [...columns],
    }));
    const parentKeys = [...parents.values()].map(({ key }) => key);
    const rows = await perMerchant(this.#ctx, parentKeys, byMerchant, (ctx, some) =>
      readChildren(ctx, target, some, lists),
    );
    return keys.map(({ field }, i) => rows[indexes[i]!]?.[field] ?? []);
  }

  #readObjects(target: DescribedClass, keys: readonly ObjectKey[]): Promise<(Row | null)[]> {
    const columns = new Set(keys.flatMap((key) => key.columns));
    return perMerchant(this.#ctx, keys, byMerchant, (ctx, some) => readByKeys(ctx, target, some, columns));
  }
}
