import { type EventTypeValue, eventTypeOf, objectOf } from '../../entities/event-types.ts';
import { Payment } from '../../entities/payment.ts';
import { type WritingContext, withinMerchant } from '../../foundation/context.ts';
import type { NewEvent, StatusTransition } from '../../foundation/transaction.ts';
import { type DescribedClass, resourceOf } from '../../model/index.ts';
import { restNames, restValue } from '../../model/rest-view.ts';
import { type Row, readOneWithLists, restLists } from '../../reads/index.ts';
import { writtenRow } from '../written-objects.ts';
import { readSubscriptions } from './subscriptions.ts';

/** The value of `content.type` for each kind of object in `content.object`. */
export const contentTypes = Object.freeze({
  payment: 'payment_details',
  refund: 'refund_details',
  dispute: 'dispute_details',
  payout: 'payout_details',
  notification: 'notification_details',
  report: 'report_details',
} as const);

/** The content of an event, with its object as of the end of the transaction. */
export interface EventContent {
  readonly eventId: string;
  readonly type: EventTypeValue;
  readonly merchantId: string;
  readonly at: Date;
  /** The object in its REST representation. */
  readonly object: object;
}

/** The exact JSON of an event that is stored, signed and sent. Specification: Events. */
export function eventBody({ eventId, type, merchantId, at, object }: EventContent): string {
  return JSON.stringify({
    event_id: eventId,
    event_type: type,
    merchant_id: merchantId,
    timestamp: at.toISOString(),
    content: { type: contentTypes[objectOf(type)], object },
  });
}

type EntityValues = Record<string, unknown> & { merchant_id: string };

/** The object that an event shows: the entity itself, or the payment if the entity is an attempt or capture. */
interface EventSubject {
  readonly target: DescribedClass;
  readonly merchantId: string;
  readonly id: string;
  /** Identifies the object across merchants and classes. */
  readonly key: string;
}

function subjectOf({ entity, of }: StatusTransition): EventSubject {
  const values = entity as EntityValues;
  const isPart = of === 'payment attempt' || of === 'capture';
  const target = isPart ? Payment : (entity.constructor as DescribedClass);
  const id = String(values[resourceOf(target).id]);
  return { target, merchantId: values.merchant_id, id, key: `${values.merchant_id}/${target.name}/${id}` };
}

interface EmittedEvent {
  readonly type: EventTypeValue;
  readonly subject: EventSubject;
}

/** Skips intermediate statuses: only the final one in a transaction emits an event. */
const isFinalStatus = ({ entity, field, from, to }: StatusTransition) =>
  from === null || (entity as EntityValues)[field] === to;

/** The events that transitions emit, in order. An object emits each type once, even if it reached a status twice. */
function emittedEvents(transitions: readonly StatusTransition[]): EmittedEvent[] {
  const events = new Map<string, EmittedEvent>();
  for (const transition of transitions) {
    const { event, from, of, to } = transition;
    const type = (event as EventTypeValue | undefined) ?? eventTypeOf(of, from, to);
    if (!type || !isFinalStatus(transition)) continue;
    const subject = subjectOf(transition);
    const key = `${type}/${subject.key}`;
    // Deleted first, so that the event has the position of the last transition to the status.
    events.delete(key);
    events.set(key, { type, subject });
  }
  return [...events.values()];
}

/**
 * Builds the events that follow from a transaction's status transitions, with a delivery of each to every endpoint
 * that subscribes to it. Call it after all other changes: bodies show the objects as the transaction leaves them.
 *
 * @param at When the objects changed.
 */
export async function eventsForTransitions(tx: WritingContext, at: Date): Promise<NewEvent[]> {
  const emitted = emittedEvents(tx.transaction.outbox.transitions);
  if (emitted.length === 0) return [];
  const readRow = memoized((subject: EventSubject) => readSubject(tx, subject));
  const subscriptionsTo = memoized((owner: { merchantId: string; profileId: string }) =>
    readSubscriptions(tx, owner.merchantId, owner.profileId),
  );
  const events: NewEvent[] = [];
  for (const { type, subject } of emitted) {
    const row = await readRow(subject.key, subject);
    const subscriptionsOf = (merchantId: string, profileId: string) =>
      subscriptionsTo(`${merchantId}/${profileId}`, { merchantId, profileId });
    events.push(await eventOf(tx, { ...subject, type, row, at }, subscriptionsOf));
  }
  return events;
}

/** The object of an event, with its row at the end of the transaction. */
interface AnnouncedObject {
  readonly type: EventTypeValue;
  readonly target: DescribedClass;
  readonly merchantId: string;
  readonly id: string;
  readonly row: Row;
  readonly at: Date;
}

/** The event of an object, with a delivery to every endpoint that subscribes to it. */
export async function eventOf(
  tx: WritingContext,
  { at, id, merchantId, row, target, type }: AnnouncedObject,
  subscriptionsOf = (merchant: string, profile: string) => readSubscriptions(tx, merchant, profile),
): Promise<NewEvent> {
  const eventId = tx.ports.ids.make('evt');
  const object = restValue(target, 'event', row);
  const profileId = (row.profile_id as string | null | undefined) ?? null;
  const subscriptions = profileId === null ? [] : await subscriptionsOf(merchantId, profileId);
  return {
    ...{ merchantId, eventId, type, objectType: objectOf(type), objectId: id, profileId, at },
    paymentId: (row.payment_id as string | null | undefined) ?? null,
    payoutId: (row.payout_id as string | null | undefined) ?? null,
    body: eventBody({ eventId, type, merchantId, at, object }),
    deliveries: subscriptions
      .filter(({ wants }) => wants(type, object))
      .map(({ endpointId }) => ({ deliveryId: tx.ports.ids.make('whd'), endpointId })),
  };
}

async function readSubject(tx: WritingContext, { id, merchantId, target }: EventSubject): Promise<Row> {
  // Not restricted by the caller's permissions: events show the whole object.
  const [names, lists] = [restNames(target, 'event'), restLists(target, 'event')];
  const written = writtenRow(tx, { target, merchantId, id }, names, lists);
  const row = written ?? (await readOneWithLists(withinMerchant(tx, merchantId), target, id, names, lists));
  if (!row) throw new Error(`${target.name} ${id} has an event, but does not exist.`);
  return row;
}

/** Caches the results of an asynchronous function by key. */
function memoized<Input, Result>(load: (input: Input) => Promise<Result>) {
  const results = new Map<string, Promise<Result>>();
  return (key: string, input: Input): Promise<Result> => {
    const result = results.get(key) ?? load(input);
    results.set(key, result);
    return result;
  };
}
