import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import type { Statement } from '../foundation/transaction.ts';
import { findDue } from '../writes/find-due.ts';
import { deletePaymentMethod } from './delete-payment-method.ts';

/** Maximum number of cards examined per statement. */
const PAGE_MAX = 1_000;

/** The time since which a card `m` must be unused: `$2` is now, `$3` the months. */
const cutoff = '$2::timestamptz - make_interval(months => $3::int)';

/**
 * Whether a card is past its retention: it has no payment or payout since that time, and no active mandate. A new card
 * counts from its creation.
 */
const isUnused = `
  m.payment_method = 'card' and m.status <> 'inactive' and coalesce(m.last_used_at, m.created) <= ${cutoff}
  and not exists (
    select from mandates a
    where a.merchant_id = m.merchant_id and a.payment_method_id = m.payment_method_id and a.status = 'active')
  and not exists (
    select from payouts o
    where o.merchant_id = m.merchant_id and o.customer_id = m.customer_id
      and o.payout_method_id = m.payment_method_id and o.created > ${cutoff})`;

const touches: Statement['touches'] = { reads: ['payment_methods', 'mandates', 'payouts'] };

interface SeenCard {
  readonly id: string;
  readonly created: string;
  readonly unused: boolean;
}

/** The next cards that were saved before that time, oldest first. */
const page = `
  with page as materialized (
    select * from payment_methods
    where merchant_id = $1 and payment_method = 'card' and created <= ${cutoff}
      and (created, payment_method_id) > ($4::timestamptz, $5)
    order by created, payment_method_id limit ${PAGE_MAX})
  select m.payment_method_id as id, m.created::text as created, ${isUnused} as unused from page m
  order by m.created, m.payment_method_id`;

const stillUnused = `select from payment_methods m where m.merchant_id = $1 and m.payment_method_id = $4 and ${isUnused}`;

/**
 * Deletes the saved cards that were unused for some months, like a request to delete a card: at the vendors too, with an
 * entry in the audit log. The database finds due cards by pages of an index, and checks again once a card is locked.
 *
 * @param months 0 keeps all cards.
 * @returns The number of deleted cards.
 * @throws {AggregateError} for cards that could not be deleted. Other cards are not affected.
 */
export async function deleteUnusedCards(ctx: Context, months: number): Promise<number> {
  if (months === 0) return 0;
  const merchants = await findDue<{ merchant_id: string }>(ctx.rows, {
    text: (isOfSome) => `select merchant_id from merchant_accounts where ${isOfSome()} order by merchant_id`,
    values: [],
    reads: ['merchant_accounts'],
  });
  const errors: unknown[] = [];
  let deleted = 0;
  for (const { merchant_id: merchantId } of merchants) {
    for await (const id of unusedCards(ctx, merchantId, months)) {
      try {
        if (await deleteUnused(ctx, merchantId, id, months)) deleted += 1;
      } catch (error) {
        errors.push(new Error(`${id} could not be deleted.`, { cause: error }));
      }
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} unused cards could not be deleted.`);
  return deleted;
}

async function* unusedCards(ctx: Context, merchantId: string, months: number): AsyncGenerator<string> {
  let last = ['-infinity', ''];
  for (;;) {
    const values = [merchantId, ctx.ports.now().toISOString(), months, ...last];
    const seen = await ctx.rows.query<SeenCard>({ text: page, values, touches }, merchantId);
    for (const { id, unused } of seen) if (unused) yield id;
    const end = seen.at(-1);
    if (!end || seen.length < PAGE_MAX) return;
    last = [end.created, end.id];
  }
}

/** The card was used after it was found. */
class UsedSince extends Error {}

async function deleteUnused(ctx: Context, merchantId: string, id: string, months: number): Promise<boolean> {
  const command = { name: 'deleteUnusedCards', recorded: new Set<string>() };
  const own = { ...withinMerchant(ctx, merchantId), command };
  const check = async (tx: WritingContext) => {
    const values = [merchantId, tx.ports.now().toISOString(), months, id];
    const [due] = await tx.rows.query({ text: stillUnused, values, touches }, merchantId);
    if (!due) throw new UsedSince();
  };
  try {
    await deletePaymentMethod(own, id, check);
    return true;
  } catch (error) {
    if (error instanceof UsedSince) return false;
    throw error;
  }
}
