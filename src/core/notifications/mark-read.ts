import { Notification } from '../entities/notification.ts';
import type { Context } from '../foundation/context.ts';
import { profileOfCaller } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, ValueObject } from '../model/index.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

@Input({ about: 'Parameters for marking all notifications as read.' })
export class NotificationsToMark extends fieldsFrom(Notification, { takes: ['kind'] }) {}

@ValueObject({ about: 'Result of marking notifications.' })
export class MarkedNotifications {
  @f.Integer('Number of notifications that were unread.', { required: true, min: 0, example: 3 })
  marked!: number;
}

/**
 * Marks a notification as read.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function markNotificationRead(ctx: Context, notificationId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const notification = await lock(tx, Notification, notificationId);
    notification.read_at ??= tx.ports.now();
  });
}

const markAll = `
  with marked as (
    update notifications set read_at = $2::timestamptz
    where merchant_id = $1 and read_at is null and ($3::text is null or profile_id = $3)
      and ($4::text is null or kind = $4) returning 1)
  select count(*)::int as marked from marked`;

/** Marks the unread notifications of the merchant as read. */
export function markAllNotificationsRead(
  ctx: Context,
  { kind }: NotificationsToMark,
): Promise<MarkedNotifications> {
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    const values = [merchantId, tx.ports.now().toISOString(), profileOfCaller(tx.caller), kind ?? null];
    const [row] = await tx.rows.query<MarkedNotifications>(
      { text: markAll, values, touches: { writes: ['notifications'] } },
      merchantId,
    );
    return row!;
  });
}
