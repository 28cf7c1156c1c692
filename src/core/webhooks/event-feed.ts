import { Event } from '../entities/event.ts';
import { EventType, type EventTypeValue } from '../entities/event-types.ts';
import { type Context, profileOfCaller } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { unpackText } from '../foundation/packed-text.ts';
import { requireProfile } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { hidePersonalData, LIST_PAGE_MAX } from '../reads/index.ts';
import { isoTimestamp } from '../reads/statement.ts';
import { onNodeOf } from '../writes/change-feed.ts';
import { requireMerchant } from '../writes/transactions.ts';

const PAGE_DEFAULT = 50;
/** Validity of a cursor: events are kept for at least as long. */
const CURSOR_GOOD_MS = 30 * 24 * 60 * 60 * 1_000;
/** The cursor that begins with the events from now on. */
const LATEST = 'latest';

/** The part of a merchant's event feed that a consumer reads next. */
@Input({ about: 'Parameters for reading the event feed.' })
export class EventFeedQuery {
  @f.Text(
    `Cursor: \`next_cursor\` of the previous page. If omitted, starts at the oldest event; \`${LATEST}\` starts at events from now on.`,
  )
  after?: string | null;
  @f.Id('Only events of this business profile.') profile_id?: string | null;
  @f.Integer(`Maximum number of events to return, 1 to ${LIST_PAGE_MAX}; ${PAGE_DEFAULT} by default.`, {
    min: 1,
    maximum: LIST_PAGE_MAX,
  })
  limit?: number | null;
}

/** An event as the feed has it. */
@ValueObject({ about: 'An event of the feed.' })
export class FeedEvent {
  @f.Id('Unique identifier of the event, sent as `webhook-id` with every delivery.', { required: true })
  event_id!: string;
  @f.Enumeration(() => EventType, 'Type of the event.', { required: true }) event_type!: EventTypeValue;
  @f.Id('Business profile that the event belongs to.') profile_id?: string | null;
  @f.Bool('Whether this is a test event requested to try out an endpoint.', { required: true })
  test!: boolean;
  @f.Timestamp('Time at which the event occurred.', { required: true }) created_at!: string;
  @f.Text("Body as in webhooks: JSON with the object's state right after the event.", {
    required: true,
    max: Number.MAX_SAFE_INTEGER,
    example: '{"event_id":"evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D","event_type":"payment_succeeded","content":{}}',
  })
  body!: string;
}

/** A page of the event feed. */
@ValueObject({ about: "A page of a merchant account's events, in commit order." })
export class EventFeedPage {
  @f.ObjectList(() => FeedEvent, 'The events, oldest first.', { max: LIST_PAGE_MAX }) events!: FeedEvent[];
  @f.Text(
    'Cursor for the next page, now or later: store it once the events are processed. Valid for 30 days.',
    { required: true, example: 'NDg3MS4wLjE3Njk4NTE4MDAwMDA' },
  )
  next_cursor!: string;
  @f.Bool('Whether there are more events now.', { required: true }) has_more!: boolean;
}

/**
 * In the order of the transactions that recorded them. Those do not commit in that order, so a page ends before the oldest
 * running one: no event can appear before a position that a consumer has passed. One snapshot gives both the end and the
 * events before it. Without events there is a row with only the end.
 */
const text = `
  select feed.ending::text as ending, e.*
  from (select event_feed_end($1) as ending from ${onNodeOf('$1')}) feed left join lateral (
    select event_id, event_type, profile_id, test, body, ${isoTimestamp('created_at')} as created_at,
           feed_position::text as position, sequence::text as sequence
    from events
    where merchant_id = $1 and (feed_position, sequence) > ($2::int8, $3::int8) and feed_position < feed.ending
      and ($4::text is null or profile_id = $4)
    order by events.feed_position, events.sequence limit $5::int) e on true`;

type FeedRow = { readonly ending: string } & (
  | (FeedEvent & { readonly position: string; readonly sequence: string })
  | { readonly event_id: null }
);

/**
 * Reads the next page of the merchant's events after a cursor. A consumer that continues from `next_cursor` gets every event
 * once, independent of webhooks; at least once if it stores the cursor after processing.
 *
 * @throws {Problem} `invalid_parameter` for a malformed cursor; `cursor_expired` for one older than 30 days, or of another
 * database; `not_permitted` for another profile than the caller's.
 */
export async function readEventFeed(ctx: Context, input: EventFeedQuery): Promise<EventFeedPage> {
  const merchantId = requireMerchant(ctx);
  const profileId = input.profile_id ?? profileOfCaller(ctx.caller);
  requireProfile(ctx, profileId);
  const after = placeAfter(input.after ?? null);
  const limit = input.limit ?? PAGE_DEFAULT;
  const values = [merchantId, String(after.position), String(after.sequence), profileId, limit + 1];
  const rows = await ctx.rows.query<FeedRow>(
    { text, values, touches: { reads: ['events', 'business_profiles'] } },
    merchantId,
  );
  const end: Place = { position: BigInt(rows[0]!.ending), sequence: 0n };
  requireGood(after, end, ctx.ports.now());
  const found = rows.flatMap((row) => (row.event_id === null ? [] : [row]));
  const more = found.length > limit;
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const reached = more && last ? { position: BigInt(last.position), sequence: BigInt(last.sequence) } : end;
  const events = shown.map(({ ending: _, position: __, sequence: ___, ...event }) => ({
    ...event,
    body: unpackText(event.body),
  }));
  hidePersonalData(ctx, Event, events as never);
  return { events, next_cursor: encode(reached, ctx.ports.now()), has_more: more };
}

/** A place in the feed: behind the event with this position and sequence. */
interface Place {
  readonly position: bigint;
  readonly sequence: bigint;
}

const pattern = /^(\d{1,19})\.(\d{1,19})\.(\d{1,15})$/;
const INT8_MAX = 2n ** 63n - 1n;

const encode = ({ position, sequence }: Place, at: Date): string =>
  Buffer.from(`${position}.${sequence}.${at.getTime()}`).toString('base64url');

/** A position to read after, and the time of its cursor; null for a position without a cursor. */
interface Cursor extends Place {
  readonly at: Date | null;
}

function placeAfter(cursor: string | null): Cursor {
  if (cursor === null) return { position: -1n, sequence: 0n, at: null };
  if (cursor === LATEST) return { position: INT8_MAX, sequence: 0n, at: null };
  const [, position, sequence, ms] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { position: BigInt(position ?? -1), sequence: BigInt(sequence ?? -1) };
  const at = new Date(Number(ms));
  const isWhole =
    position !== undefined &&
    place.position <= INT8_MAX &&
    place.sequence <= INT8_MAX &&
    encode(place, at) === cursor;
  if (!isWhole) throw invalidParameter('after', 'after must be an unmodified next_cursor, or latest.');
  return { ...place, at };
}

function requireGood({ at, position }: Cursor, end: Place, now: Date): void {
  if (at === null) return;
  const isOld = at.getTime() < now.getTime() - CURSOR_GOOD_MS;
  if (!isOld && position <= end.position) return;
  const reason = isOld
    ? 'Events are kept for at least 30 days, and the cursor is older.'
    : 'The cursor is not of this event feed.';
  throw new Problem(
    'cursor_expired',
    `${reason} Omit after to read from the oldest event on, and skip the events whose event_id you already have.`,
    { param: 'after' },
  );
}
