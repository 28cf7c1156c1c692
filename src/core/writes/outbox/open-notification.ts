import { Notification, type NotificationKindValue } from '../../entities/notification.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Row } from '../../foundation/transaction.ts';
import { eventOf } from './events.ts';

/** A new notification. Times are ISO 8601. */
export interface OpenedNotification {
  readonly merchant_id: string;
  readonly kind: NotificationKindValue;
  readonly object_id: string;
  readonly profile_id: string | null;
  readonly payment_id?: string | null;
  readonly connector?: string | null;
  readonly merchant_connector_id?: string | null;
  readonly value?: number | null;
  readonly threshold?: number | null;
  readonly due_at?: string | null;
  readonly error_code?: string | null;
  readonly message?: string | null;
  /** Set at once for the report of an event, which has no condition that could end. */
  readonly resolved_at?: string | null;
}

const columns = `merchant_id, notification_id, kind, object_id, profile_id, payment_id, connector, merchant_connector_id,
  value, threshold, due_at, error_code, message, resolved_at, mail_due, created_at`;
const insertRow = `
  insert into notifications (${columns}) select ${columns} from jsonb_populate_record(null::notifications, $1::jsonb)
  on conflict do nothing returning notification_id`;

/** The optional columns of a notification. Its event shows each. */
const absent = {
  payment_id: null,
  connector: null,
  merchant_connector_id: null,
  value: null,
  threshold: null,
  due_at: null,
  error_code: null,
  message: null,
  resolved_at: null,
};

/**
 * Opens a notification.
 *
 * @param isWatched Whether it reports a condition, which further endpoints receive as an event. Notices to owners do not:
 *   a caller who changed an address would receive the notice there.
 * @returns Whether it was opened: the object may already have an open notification of the kind.
 */
export async function openNotification(
  tx: WritingContext,
  opened: OpenedNotification,
  { isWatched, mailDue }: { readonly isWatched: boolean; readonly mailDue: boolean },
): Promise<boolean> {
  const at = tx.ports.now();
  const row: Row = {
    ...absent,
    ...opened,
    notification_id: tx.ports.ids.make('ntf'),
    created_at: at.toISOString(),
  };
  const inserted = await tx.rows.query(
    {
      text: insertRow,
      values: [JSON.stringify({ ...row, mail_due: mailDue })],
      touches: { writes: ['notifications'] },
    },
    opened.merchant_id,
  );
  if (inserted.length === 0) return false;
  if (!isWatched) return true;
  const event = await eventOf(tx, {
    type: 'notification_created',
    target: Notification,
    merchantId: opened.merchant_id,
    id: row.notification_id as string,
    row: { ...row, read: false, read_at: null },
    at,
  });
  tx.transaction.outbox.events.push(event);
  return true;
}
