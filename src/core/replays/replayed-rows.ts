import { Payment } from '../entities/payment.ts';
import type { PaymentMethod } from '../entities/payment-method.ts';
import { Payout } from '../entities/payout.ts';
import type { RuleReplay } from '../entities/rule-replay.ts';
import type { WritingContext } from '../foundation/context.ts';
import { resourceOf } from '../model/index.ts';
import {
  columnsFor,
  isoTimestamp,
  quote,
  revealUnmasked,
  StatementBuilder,
  selectList,
} from '../reads/statement.ts';
import {
  type RoutedPayment,
  type RoutedPayout,
  routedColumnsFor,
  routedPayoutColumns,
} from '../routing/routed-columns.ts';

/** Rows of one page: few enough for little memory and a short transaction, and enough to look up much at once. */
export const PAGE_ROWS = 5_000;

/** The result of the first attempt; null before the connector decided. */
type FirstResult = 'approved' | 'declined' | null;

/** What a replay reads about a payment or payout besides the columns of routing. */
interface Replayed {
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  /** Time of the first attempt, or of the creation without one; ISO 8601. */
  readonly at: string;
  /** Connector account of the first attempt. */
  readonly first_account: string | null;
  readonly first_result: FirstResult;
}

export type ReplayedPayment = RoutedPayment &
  Replayed &
  Pick<Payment, 'fee' | 'fee_currency'> & {
    /** Whether it still has the details of a method that was entered. */
    readonly has_details: boolean;
  };
export type ReplayedPayout = RoutedPayout & Replayed;

/** The period of a replay, and the position after which a page starts. */
type Place = Pick<RuleReplay, 'merchant_id' | 'profile_id' | 'created_gte' | 'created_lt' | 'read_to'>;

const periodOf = ({ created_gte, created_lt, merchant_id, profile_id }: Place, builder: StatementBuilder) =>
  `t.merchant_id = ${builder.parameter(merchant_id, 'text')} and t.profile_id = ${builder.parameter(profile_id, 'text')}
   and t.created >= ${builder.parameter(created_gte.toISOString(), 'timestamptz')}
   and t.created < ${builder.parameter(created_lt.toISOString(), 'timestamptz')}`;

const isReplayed = {
  payments: 't.payment_method is not null',
  payouts: 't.payout_type is not null',
} as const;

/** Whether more than a number of payments or payouts are in the period of a replay. */
export async function hasMoreThan(
  tx: WritingContext,
  table: keyof typeof isReplayed,
  place: Place,
  limit: number,
): Promise<boolean> {
  const builder = new StatementBuilder();
  const text = `select count(*)::int as count from (
    select 1 from ${builder.table(table)} t where ${periodOf(place, builder)} and ${isReplayed[table]}
    limit ${builder.parameter(limit + 1, 'int')}) s`;
  const [row] = await tx.rows.query<{ count: number }>(builder.build(text), place.merchant_id);
  return row!.count > limit;
}

/**
 * The next page of payments, oldest first, as plain rows with the columns of routing and of the compared facts.
 *
 * @param fields The facts that the rules compare.
 */
export const readPayments = (
  tx: WritingContext,
  place: Place,
  fields: readonly string[],
): Promise<ReplayedPayment[]> =>
  readRows(tx, place, {
    of: Payment,
    table: 'payments',
    columns: [...routedColumnsFor(fields), 'fee', 'fee_currency', 'created'],
    attempts: 'attempts',
    result: 'a.connector_decision',
    more: ['(t.card_number is not null or t.method_data is not null) as has_details'],
  });

/** The next page of payouts, oldest first, as plain rows. */
export const readPayouts = (tx: WritingContext, place: Place): Promise<ReplayedPayout[]> =>
  readRows(tx, place, {
    of: Payout,
    table: 'payouts',
    columns: [...routedPayoutColumns, 'created'],
    attempts: 'payout_attempts',
    result: `case when a.status in ('success', 'reversed') then 'approved'
      when a.status in ('failed', 'ineligible') then 'declined' end`,
    more: [],
  });

interface Read {
  readonly of: typeof Payment | typeof Payout;
  readonly table: keyof typeof isReplayed;
  readonly columns: readonly string[];
  readonly attempts: string;
  /** The result of an attempt `a`. */
  readonly result: string;
  readonly more: readonly string[];
}

async function readRows<R extends Replayed>(
  tx: WritingContext,
  place: Place,
  { attempts, columns, more, of, result, table }: Read,
): Promise<R[]> {
  const resource = resourceOf(of);
  const builder = new StatementBuilder();
  const selected = selectList(columnsFor(resource, columns), 't', builder);
  const id = `t.${quote(resource.id)}`;
  const period = periodOf(place, builder);
  const [created, last] = place.read_to ?? [];
  const after = place.read_to
    ? ` and (t.created, ${id}) > (${builder.parameter(created, 'timestamptz')}, ${builder.parameter(last, 'text')})`
    : '';
  // The first attempt is found by its key: joined in any other way, each page would read the attempts of all.
  const text = `
    select t.*, a.merchant_connector_id as first_account, a.result as first_result,
      ${isoTimestamp('coalesce(a.created_at, t.created_at)')} as at
    from (
      select ${selected}, ${id} as id, t.created as created_at${more.map((one) => `, ${one}`).join('')}
      from ${builder.table(table)} t where ${period} and ${isReplayed[table]}${after}
      order by t.created, ${id} limit ${builder.parameter(PAGE_ROWS, 'int')}) t
    left join lateral (
      select a.merchant_connector_id, a.created_at, ${result} as result from ${builder.table(attempts)} a
      where a.merchant_id = ${builder.parameter(place.merchant_id, 'text')} and a.attempt_id = t.id || '_1' limit 1) a on true
    order by t.created_at, t.id`;
  const rows = await tx.rows.query(builder.build(text), place.merchant_id);
  // Only facts are read, and no answer shows them.
  return revealUnmasked(tx, resource, rows) as unknown as R[];
}

/** A saved method as mandates are judged by. */
export type MandatedMethod = Pick<
  PaymentMethod,
  'bank_transfer' | 'card_number' | 'number_replaced_at' | 'connector_mandates'
>;

/** The saved methods with some identifiers, in one statement; in none without an identifier. */
export async function readMethods(
  tx: WritingContext,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MandatedMethod>> {
  if (ids.length === 0) return new Map();
  const builder = new StatementBuilder();
  const text = `select payment_method_id, bank_transfer, card_number, number_replaced_at, connector_mandates
    from ${builder.table('payment_methods')} where merchant_id = ${builder.parameter(merchantId, 'text')}
      and payment_method_id = any(${builder.parameter(ids, 'text[]')})`;
  const found = await tx.rows.query<MandatedMethod & { payment_method_id: string }>(
    builder.build(text),
    merchantId,
  );
  return new Map(found.map((method) => [method.payment_method_id, method]));
}
