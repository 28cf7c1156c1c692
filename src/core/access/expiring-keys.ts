import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { findDue } from '../writes/find-due.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { inTransaction } from '../writes/transactions.ts';

/** The days before the end of a key at which owners are notified, most first. */
export const noticeDays = [30, 7] as const;
/** Maximum number of keys per run; the next run handles the rest. */
const BATCH_MAX = 500;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The notices that are already past when a key's end is set. A key created with a short life needs no reminder.
 */
export const noticedDaysOf = (expiresAt: Date | null, now: Date): number | null =>
  expiresAt === null
    ? null
    : (noticeDays.findLast((days) => expiresAt.getTime() - now.getTime() <= days * DAY_MS) ?? null);

/** The days of the notice that is due for a key `k`, as SQL; null if none is. Times are the database's. */
const dueDays = `case ${[...noticeDays]
  .reverse()
  .map(
    (days) => `when k.expires_at <= now() + interval '${days} days' then
      case when coalesce(k.expiry_noticed_days, ${noticeDays[0] + 1}) > ${days} then ${days} end`,
  )
  .join(' ')} end`;
/** Matches the partial index. Keys that have ended are excluded. */
const isOpen = `k.expires_at is not null and k.revoked_at is null
  and k.expires_at > now() and k.expires_at <= now() + interval '${noticeDays[0]} days'`;

interface ExpiringKey {
  readonly merchant_id: string;
  readonly key_id: string;
}

/**
 * Notifies owners of API keys that end within 30 days, and within 7, once each. Several processes may do this at once.
 *
 * @returns The number of keys that owners were notified about.
 */
export async function notifyOfExpiringKeys(ctx: Context): Promise<number> {
  const found = await findDue<ExpiringKey>(ctx.rows, {
    text: (isOfSome) => `
      select k.merchant_id, k.key_id from api_keys k
      where ${isOpen} and ${dueDays} is not null and ${isOfSome()}
      order by k.expires_at limit ${BATCH_MAX}`,
    values: [],
    reads: ['api_keys'],
  });
  let notified = 0;
  for (const { key_id, merchant_id } of found) {
    const own = withinMerchant(ctx, merchant_id);
    if (await inTransaction(own, (tx) => notify(tx, merchant_id, key_id))) notified += 1;
  }
  return notified;
}

/** Claims the notice of a key, unless another process has, and sends it. */
async function notify(tx: WritingContext, merchantId: string, keyId: string): Promise<boolean> {
  const [claimed] = await tx.rows.query<{ expires_at: Date; name: string; profile_id: string | null }>(
    {
      text: `
        update api_keys k set expiry_noticed_days = ${dueDays}
        where k.merchant_id = $1 and k.key_id = $2 and ${isOpen} and ${dueDays} is not null
        returning k.expires_at, k.name, k.profile_id`,
      values: [merchantId, keyId],
      touches: { writes: ['api_keys'] },
    },
    merchantId,
  );
  if (!claimed) return false;
  const end = new Date(claimed.expires_at).toISOString().slice(0, 16).replace('T', ' ');
  await notifyOwners(tx, {
    merchantId,
    kind: 'key_expires',
    objectId: keyId,
    profileId: claimed.profile_id,
    message: `The API key ${keyId} ends on ${end} UTC. Replace it before, or change its last day if it is to go on.`,
  });
  return true;
}
