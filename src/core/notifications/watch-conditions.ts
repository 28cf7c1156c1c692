import { encodeTime } from 'ulid';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { ofAll } from '../writes/find-due.ts';
import { openNotification } from '../writes/outbox/open-notification.ts';
import { inTransaction } from '../writes/transactions.ts';
import { CALLS_MS, conditions, type WatchedCondition } from './conditions.ts';

/** Maximum number of notifications of a kind opened per run; the next run opens the rest. */
const OPENED_MAX = 500;
/**
 * An object whose condition ended less than this ago gets no new notification: a rate near its threshold would trigger
 * many.
 */
const QUIET = "interval '1 hour'";

/** An object that meets a condition. */
interface FoundCondition {
  readonly merchant_id: string;
  readonly object_id: string;
  readonly profile_id: string | null;
  readonly payment_id: string | null;
  readonly connector: string | null;
  readonly merchant_connector_id: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly due_at: string | Date | null;
  readonly error_code: string | null;
  readonly by_email: boolean;
}

/**
 * Opens a notification for each condition in a merchant's rules, and resolves notifications whose condition has ended.
 * One statement per kind for all merchants, on a cluster one for each that may meet it; several processes may run this at
 * once.
 *
 * @returns The number of opened notifications.
 */
export async function watchConditions(ctx: Context): Promise<number> {
  let opened = 0;
  const errors: unknown[] = [];
  for (const condition of conditions) {
    try {
      for (const found of await resolveAndFind(ctx, condition)) {
        if (await open(withinMerchant(ctx, found.merchant_id), condition, found)) opened += 1;
      }
    } catch (error) {
      // The other kinds do not depend on this one.
      errors.push(new Error(`Notifications of ${condition.kind} could not be opened.`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Conditions could not be watched.');
  return opened;
}

/**
 * Resolves the notifications of a kind whose condition has ended, and finds objects that need one, in one statement, as
 * both compare with the same objects. A payout fails only once.
 */
function resolveAndFind(ctx: Context, { begins, kind, looksAtCalls, reads, text }: WatchedCondition) {
  const now = ctx.ports.now();
  const statement = (isOf: (table: string) => string) => `
    with found as materialized (${text(isOf)}), ended as (
      update notifications n set resolved_at = $1::timestamptz
      where n.kind = '${kind}' and n.resolved_at is null and ${isOf('n')} and not exists (
        select from found f where f.merchant_id = n.merchant_id and f.object_id = n.object_id))
    select f.* from found f
    where not exists (
      select from notifications n
      where n.merchant_id = f.merchant_id and n.object_id = f.object_id and n.kind = '${kind}' and ${isOf('n')}
        and (n.resolved_at is null or n.resolved_at > $1::timestamptz - ${QUIET} or n.kind = 'payout_failed'))
    order by f.merchant_id, f.object_id limit ${OPENED_MAX}`;
  const at = now.toISOString();
  const values = [at, ...(looksAtCalls ? [`call_${encodeTime(now.getTime() - CALLS_MS)}`] : [])];
  // Merchants that may meet it, and merchants with an open notification.
  const merchants = (isOfSome: (of: 'x.') => string) => `
    select x.merchant_id from ${begins} and ${isOfSome('x.')}
    union
    select x.merchant_id from notifications x
    where x.kind = '${kind}' and x.resolved_at is null and ${isOfSome('x.')}`;
  const tables = [...reads, 'merchant_accounts'];
  return ctx.rows.query<FoundCondition>(
    {
      text: statement(() => 'true'),
      values,
      touches: { reads: tables, writes: ['notifications'] },
      ofEach: {
        text: statement((table) => `${table}.merchant_id = $${values.length + 1}`),
        // Not every kind has a start time.
        merchants: ofAll({
          text: merchants,
          values: begins.includes('$1') ? [at] : [],
          reads: [...reads, 'notifications'],
        }),
      },
    },
    null,
  );
}

/** Opens a notification with its event, unless another process has. @returns Whether it did. */
function open(ctx: Context, { kind }: WatchedCondition, found: FoundCondition): Promise<boolean> {
  const { by_email: mailDue, due_at: dueAt, ...facts } = found;
  const due_at = dueAt === null ? null : new Date(dueAt).toISOString();
  return inTransaction(ctx, (tx) =>
    openNotification(tx, { ...facts, kind, due_at }, { isWatched: true, mailDue }),
  );
}
