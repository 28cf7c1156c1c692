import { COUNT_MAX } from '../entities/values/fact-types.ts';
import { DAY_S } from '../entities/values/rule-facts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { quote, StatementBuilder } from '../reads/statement.ts';
import type { PastPayment } from './past-lookups.ts';

const DAY_MS = DAY_S * 1000;
const customerOf = ({ subject }: PastPayment): string | null => subject.keys?.customer ?? null;

/** Whole days since the customer of each payment was created; null without a customer. */
export async function ageOfCustomers(
  tx: WritingContext,
  merchantId: string,
  payments: readonly PastPayment[],
): Promise<(number | null)[]> {
  const ids = [...new Set(payments.flatMap((payment) => customerOf(payment) ?? []))];
  if (ids.length === 0) return payments.map(() => null);
  const builder = new StatementBuilder();
  const text = `select customer_id, (extract(epoch from created_at) * 1000)::float8 as created
    from ${builder.table('customers')}
    where merchant_id = ${builder.parameter(merchantId, 'text')} and customer_id = any(${builder.parameter(ids, 'text[]')})`;
  const found = await tx.rows.query<{ customer_id: string; created: number }>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  const created = new Map(found.map((one) => [one.customer_id, one.created]));
  return payments.map((payment) => {
    const since = created.get(customerOf(payment) ?? '');
    return since === undefined ? null : Math.max(Math.floor((payment.at.getTime() - since) / DAY_MS), 0);
  });
}

const latest = (payments: readonly PastPayment[]) =>
  new Date(Math.max(...payments.map(({ at }) => at.getTime())));

/** The payments as rows `(n, at, id, customer)`, in the given order. */
function askedRows(builder: StatementBuilder, payments: readonly PastPayment[]): string {
  const columns = [
    builder.parameter(
      payments.map(({ at }) => at.toISOString()),
      'timestamptz[]',
    ),
    builder.parameter(
      payments.map(({ id }) => id),
      'text[]',
    ),
    builder.parameter(payments.map(customerOf), 'text[]'),
  ];
  return `select s.n, s.at, s.id, s.customer
    from unnest(${columns.join(', ')}) with ordinality as s (at, id, customer, n)`;
}

const SUCCEEDED = `status in ('succeeded', 'partially_captured')`;

/** The payments of the customer of each payment that had succeeded before it; null without a customer. */
export async function countCustomerPayments(
  tx: WritingContext,
  merchantId: string,
  payments: readonly PastPayment[],
): Promise<(number | null)[]> {
  if (!payments.some(customerOf)) return payments.map(() => null);
  const builder = new StatementBuilder();
  const table = builder.table('payments');
  const merchant = builder.parameter(merchantId, 'text');
  const until = builder.parameter(latest(payments).toISOString(), 'timestamptz');
  // A payment of 0 is not captured.
  const succeededAt = (alias: string) => `coalesce(${alias}.paid_at, ${alias}.created)`;
  const text = `
    with asked as materialized (${askedRows(builder, payments)}),
    succeeded as materialized (
      select c.customer, (
        select array_agg(p.at order by p.at) from (
          select ${succeededAt('p')} as at from ${table} p
          where p.merchant_id = ${merchant} and p.customer_id = c.customer and p.created < ${until} and p.${SUCCEEDED}
          order by p.created limit ${COUNT_MAX + 1}) p) as times
      from (select distinct customer from asked where customer is not null) c)
    select case when asked.customer is not null then least(greatest(
        coalesce(width_bucket(asked.at - interval '1 microsecond', succeeded.times), 0)
          - coalesce((own.${SUCCEEDED} and ${succeededAt('own')} < asked.at)::int, 0), 0), ${COUNT_MAX})::int end as count
    from asked
    left join succeeded on succeeded.customer = asked.customer
    left join lateral (
      select * from ${table} p where p.merchant_id = ${merchant} and p.payment_id = asked.id limit 1) own on true
    order by asked.n`;
  const found = await tx.rows.query<{ count: number | null }>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  return found.map(({ count }) => count);
}

/**
 * Whole seconds between the latest approval at an account and each payment, at most a day, also without any.
 *
 * @param account The column of attempts that names the account, and its value.
 */
export async function findLastSuccess(
  tx: WritingContext,
  merchantId: string,
  account: string,
  payments: readonly PastPayment[],
): Promise<number[]> {
  const [column, ...name] = account.split(' ');
  const builder = new StatementBuilder();
  const times = payments.map(({ at }) => at.getTime());
  const time = (ms: number) => builder.parameter(new Date(ms).toISOString(), 'timestamptz');
  const text = `
    with asked as materialized (${askedRows(builder, payments)}),
    approved as materialized (
      select array_agg(a.authorized_at order by a.authorized_at) as times from ${builder.table('attempts')} a
      where a.merchant_id = ${builder.parameter(merchantId, 'text')}
        and a.${quote(column!)} = ${builder.parameter(name.join(' '), 'text')} and a.authorized_at is not null
        and a.created_at > ${time(Math.min(...times) - DAY_MS)} and a.created_at < ${time(Math.max(...times))})
    select case when before.count = 0 then ${DAY_S} else least(
        floor(extract(epoch from asked.at - approved.times[before.count])), ${DAY_S}) end::float8 as seconds
    from asked, approved, lateral (
      select coalesce(width_bucket(asked.at - interval '1 microsecond', approved.times), 0) as count) before
    order by asked.n`;
  const found = await tx.rows.query<{ seconds: number }>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  return found.map(({ seconds }) => seconds);
}
