import type { AccountKey } from './event.ts';
import type { SandboxParts } from './parts.ts';

/** How many are told at a time. */
const BATCH = 50;
/** The first time between two tries; each further one is twice as long, up to the most. */
const AGAIN_AFTER_S = 30;
const AGAIN_AFTER_MOST_S = 60 * 60;
/** After so many tries, most of a day, nobody is told any more. */
const TRIES_MAX = 24;

/** An event that this process alone is telling, for a while. */
export interface ClaimedEvent extends AccountKey {
  readonly event_id: string;
  readonly body: string;
}

/**
 * Takes events that are due. Taking one moves it to its next try: a process that ends before it has told needs
 * nobody to clean up after it, and no other one comes upon the event meanwhile.
 */
export async function claimEvents(parts: SandboxParts): Promise<ClaimedEvent[]> {
  const text = `
    with due as (
      select merchant_id, merchant_connector_id, event_id from sandbox_events
      where told_at is null and next_at <= $1::timestamptz and tries < ${TRIES_MAX}
      order by next_at
      limit ${BATCH}
      for update skip locked
    )
    update sandbox_events e
    set tries = e.tries + 1,
      next_at = $1::timestamptz
        + least(${AGAIN_AFTER_S} * power(2, e.tries), ${AGAIN_AFTER_MOST_S}) * interval '1 second'
    from due
    where (e.merchant_id, e.merchant_connector_id, e.event_id)
      = (due.merchant_id, due.merchant_connector_id, due.event_id)
    returning e.merchant_id, e.merchant_connector_id, e.event_id, e.body`;
  const values = [parts.now().toISOString()];
  return (await parts.rows.query({ text, values }, null)) as unknown as ClaimedEvent[];
}

/** Notes that an event was told, which ends it. */
export async function noteTold(parts: SandboxParts, event: ClaimedEvent): Promise<void> {
  const text = `update sandbox_events set told_at = $4::timestamptz
    where merchant_id = $1 and merchant_connector_id = $2 and event_id = $3`;
  const { event_id, merchant_connector_id, merchant_id } = event;
  const values = [merchant_id, merchant_connector_id, event_id, parts.now().toISOString()];
  await parts.rows.query({ text, values }, merchant_id);
}
