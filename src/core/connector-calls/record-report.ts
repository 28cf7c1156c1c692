import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Effect } from '../entities/states/later-reports.ts';
import type { Life } from '../entities/states/lives.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorEvent, Outcome } from '../foundation/ports/connector.ts';
import {
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from './connector-reports.ts';
import { isLater, type Living, noteDecision, recordOutcome } from './run-calls.ts';

/** How the events of one type are recorded, in the order of its members. `Subject` is what an event is about. */
interface ReportKind<Event, Subject> {
  /** Finds and locks what the event is about; null if the service does not know it. */
  readonly find: (tx: WritingContext, source: EventSource, event: Event) => Promise<Subject | null>;
  /** The call of ours that still has no outcome, which the event is; null if there is none. */
  readonly openCall?: (
    tx: WritingContext,
    subject: Subject,
    event: Event,
  ) => Promise<ConnectorCall | null | undefined>;
  /** The outcome of that call by the event. */
  readonly outcome?: (event: Event, subject: Subject) => Outcome;
  /** Whether the event says more than that outcome, and is decided on too. */
  readonly saysMore?: boolean;
  /** Applies a later report, or one of something that the service did not ask for; nothing if it says nothing new. */
  readonly decide: (
    tx: WritingContext,
    subject: Subject,
    event: Event,
    source: EventSource,
  ) => Promise<Partial<Reported> | undefined>;
}

/** Records the events of one type on their objects. */
export type ReportRecorder<Type extends ConnectorEvent['type']> = (
  tx: WritingContext,
  source: EventSource,
  event: EventOf<Type>,
) => Promise<Reported>;

/**
 * Makes the recorder of one type of event: it finds the event's object, completes the call that is still open, and
 * otherwise decides on the report.
 *
 * @throws {TooEarlyError} from the recorder, while a call that decides first is under way.
 */
export function reportRecorder<Type extends ConnectorEvent['type'], Subject>(
  kind: ReportKind<EventOf<Type>, Subject>,
): ReportRecorder<Type> {
  return async (tx, source, event) => {
    const subject = await kind.find(tx, source, event);
    if (subject === null) return unknownObject;
    const call = await kind.openCall?.(tx, subject, event);
    let next: CallRecord | null = null;
    if (call) {
      next = await recordOutcome(tx, call, kind.outcome!(event, subject), null, event.at);
      if (!kind.saysMore) return { isKnown: true, next };
    }
    return { ...recorded, next, ...(await kind.decide(tx, subject, event, source)) };
  };
}

/**
 * Compares a later report with a locked object, and notes when the connector decided.
 *
 * @param others The effects of the report on further objects, whose calls decide first as well.
 * @returns Whether the object follows the report, or agrees with it already; null if the report is older than the last.
 * @throws {TooEarlyError} while a call that decides first is under way.
 */
export function compareReport<State extends string, Report extends string>(
  tx: WritingContext,
  life: Life<State, Report>,
  object: Living<NoInfer<State>>,
  report: NoInfer<Report>,
  at: Date,
  ...others: readonly Effect[]
): 'follows' | 'agrees' | null {
  if (!isLater(life, object, report, at)) return null;
  const effect = life.effects[report][object.status];
  if (effect === 'waits' || others.includes('waits'))
    throw new TooEarlyError('A call about it is under way.');
  noteDecision(tx, object, at);
  return effect;
}
