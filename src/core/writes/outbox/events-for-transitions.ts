import { type EventTypeValue, eventTypeOf, objectOf } from '../../entities/event-types.ts';
import { Payment } from '../../entities/payment.ts';
import { type WritingContext, withinMerchant } from '../../foundation/context.ts';
import type { NewEvent } from '../../foundation/new-event.ts';
import type { StatusTransition } from '../../foundation/outbox.ts';
import { type DescribedClass, resourceOf } from '../../model/index.ts';
import { restValue } from '../../model/rest-view.ts';
import { type Row, readWhole } from '../../reads/index.ts';
import { readEndpoint } from '../../webhook-endpoints/endpoint.ts';
import { isSubscribed } from '../../webhook-endpoints/is-subscribed.ts';
import { eventBody } from './event-body.ts';

type Values = Record<string, unknown> & { merchant_id: string };

/** What an event tells of: the object itself, or the payment whose attempt or capture it was. */
interface Subject {
  readonly target: DescribedClass;
  readonly id: string;
  readonly entity: Values;
}

function subjectOf({ entity, of }: StatusTransition): Subject {
  const values = entity as Values;
  const isPart = of === 'payment attempt' || of === 'capture';
  const target = isPart ? Payment : (entity.constructor as DescribedClass);
  return { target, id: String(values[resourceOf(target).id]), entity: values };
}

interface DueEvent {
  readonly type: EventTypeValue;
  readonly subject: Subject;
  /** Names the subject among all objects. */
  readonly key: string;
}

/** A status that the transaction only passed through on its way to another one is nothing to tell. */
const isFinalStatus = ({ entity, field, from, to }: StatusTransition) =>
  from === null || (entity as Values)[field] === to;

/** What is to be told, in its order: of each object each type once, also where it came to the same status twice. */
function dueEvents(steps: readonly StatusTransition[]): DueEvent[] {
  const told = new Map<string, DueEvent>();
  for (const step of steps) {
    const type = eventTypeOf(step.of, step.from, step.to);
    if (!type || !isFinalStatus(step)) continue;
    const subject = subjectOf(step);
    const key = `${subject.entity.merchant_id}/${subject.target.name}/${subject.id}`;
    // The last step to a status is the one that the object was left with.
    told.delete(`${type}/${key}`);
    told.set(`${type}/${key}`, { type, subject, key });
  }
  return [...told.values()];
}

/**
 * The events that follow from what a transaction did, with the deliveries that there are to be. It has done
 * everything else by then: bodies hold the objects as it leaves them.
 */
export async function eventsForTransitions(tx: WritingContext): Promise<NewEvent[]> {
  const told = dueEvents(tx.transaction.outbox.transitions);
  if (told.length === 0) return [];
  const read = onceEach((_key, subject: Subject) => readSubject(tx, subject));
  const endpointOf = onceEach((_key, owner: { merchantId: string; profileId: string }) =>
    readEndpoint(tx, owner.merchantId, owner.profileId),
  );
  const at = tx.now();
  const events: NewEvent[] = [];
  for (const { type, subject, key } of told) {
    const merchantId = subject.entity.merchant_id;
    const eventId = tx.ids.make('evt');
    const row = await read(key, subject);
    const object = restValue(subject.target, 'event', row);
    const profileId = (row.profile_id as string | null | undefined) ?? null;
    const endpoint =
      profileId === null ? null : await endpointOf(`${merchantId}/${profileId}`, { merchantId, profileId });
    events.push({
      merchantId,
      eventId,
      type,
      objectType: objectOf(type),
      objectId: subject.id,
      paymentId: (row.payment_id as string | undefined) ?? null,
      payoutId: (row.payout_id as string | undefined) ?? null,
      profileId,
      body: eventBody({ eventId, type, merchantId, at, object }),
      at,
      deliveryId: endpoint && isSubscribed(endpoint, type) ? tx.ids.make('whd') : null,
    });
  }
  return events;
}

async function readSubject(tx: WritingContext, { target, id, entity }: Subject): Promise<Row> {
  const row = await readWhole(withinMerchant(tx, entity.merchant_id), target, id, 'event');
  if (!row) throw new Error(`${target.name} ${id} is told of, but is not there.`);
  return row;
}

/** Does something once for each key and remembers what came of it. */
function onceEach<Given, Made>(make: (key: string, given: Given) => Promise<Made>) {
  const made = new Map<string, Promise<Made>>();
  return (key: string, given: Given): Promise<Made> => {
    const known = made.get(key) ?? make(key, given);
    made.set(key, known);
    return known;
  };
}
