import type { Capture } from '../entities/capture.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Effect } from '../entities/states/later-reports.ts';
import type { Life } from '../entities/states/lives.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Charges, ConnectorEvent, ConnectorFailure, Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import {
  type Authorization,
  authorizationOfTransaction,
  type EventOf,
  type EventSource,
  type Reported,
  recorded,
  TooEarlyError,
  unknownObject,
} from './connector-reports.ts';
import { type AwaitedName, awaitedName } from './kept-events.ts';
import { isSameMoney, movedOtherwise, recordNotAsAsked } from './not-as-asked.ts';
import { isLater, type Living, noteDecision, recordOutcome } from './run-calls.ts';

/** The authorization of an event's transaction, and the capture that the event is about; null if that is not known. */
export interface ReportedAuthorization extends Authorization {
  readonly capture: Capture | null;
}

/** A locked object whose money a report repeats. */
interface AskedMoney<State extends string, Report extends string> {
  readonly life: Life<State, Report>;
  readonly object: Living<NoInfer<State>>;
  readonly report: NoInfer<Report>;
  readonly money: Money;
  /** The event that reports other money, and the objects that show it. */
  readonly event: Parameters<typeof recordNotAsAsked>[1];
  readonly shownOn: readonly [object, ...object[]];
}

/** The outcome of a call by an event: money that was moved, with its identifier at the connector, or a failure. */
type OutcomeByEvent =
  | (Money & { readonly connectorTransactionId: string })
  | Pick<ConnectorFailure, 'kind' | 'code' | 'message' | 'connectorTransactionId'>;

/** The decision on a report. Objects are named by the event's members. */
export interface ReportDecision {
  readonly isKnown?: boolean;
  readonly next?: CallRecord | null;
  readonly awaits?: AwaitedName;
  readonly arrived?: readonly AwaitedName[];
}

/** How the events of one type are recorded, in the order of its members. `Subject` is the object of an event. */
type ReportKind<Event, Subject> = FindsSubject<Event, Subject> & {
  /** The call of ours whose outcome the event reports; null without an open one. */
  readonly openCall?: (
    tx: WritingContext,
    subject: Subject,
    event: Event,
  ) => Promise<ConnectorCall | null | undefined>;
  readonly outcome?: (event: Event, subject: Subject) => OutcomeByEvent;
  /** Whether the event says more than that outcome, and is decided on too. */
  readonly saysMore?: boolean;
  /** The known object of a later report with an amount. Another amount is shown as not as asked, and not decided on. */
  readonly asked?: (
    tx: WritingContext,
    subject: Subject,
    event: Event,
  ) => Promise<AskedMoney<string, string> | null>;
  /** Applies a later report, or one of money that the service did not ask for. */
  readonly decide: (
    tx: WritingContext,
    subject: Subject,
    event: Event,
    source: EventSource,
  ) => Promise<ReportDecision | undefined>;
};

/** Events about an authorization are found by their transaction; `find` finds the others. Both lock the object. */
type FindsSubject<Event, Subject> = ReportedAuthorization extends Subject
  ? {
      readonly find?: undefined;
      readonly findCapture?: (
        tx: WritingContext,
        found: Authorization,
        event: Event,
      ) => Promise<Capture | null>;
    }
  : {
      readonly find: (tx: WritingContext, source: EventSource, event: Event) => Promise<Subject | null>;
      readonly findCapture?: undefined;
    };

/** Records the events of one type on their objects. */
export type ReportRecorder<Type extends ConnectorEvent['type']> = (
  tx: WritingContext,
  source: EventSource,
  event: EventOf<Type>,
) => Promise<Reported>;

/**
 * Makes the recorder of one type of event: it finds the event's object, completes the call that is still open, shows
 * other money than was asked for, and otherwise decides on the report.
 *
 * @throws {TooEarlyError} from the recorder, while a call that decides first is under way.
 */
export function reportRecorder<Type extends ConnectorEvent['type'], Subject = ReportedAuthorization>(
  kind: ReportKind<EventOf<Type>, Subject>,
): ReportRecorder<Type> {
  return async (tx, source, event) => {
    const subject = await findSubject(tx, kind, source, event);
    if (subject === null) return unknownObject;
    const call = await kind.openCall?.(tx, subject, event);
    let next: CallRecord | null = null;
    if (call) {
      const outcome = outcomeOf(kind.outcome!(event, subject), event as Charges);
      next = await recordOutcome(tx, call, outcome, null, event.at);
      if (!kind.saysMore) return { isKnown: true, next };
    }
    const asked = await kind.asked?.(tx, subject, event);
    if (asked && showsOtherMoney(tx, asked, event as ConnectorEvent & Money)) return { ...recorded, next };
    const { arrived, awaits, ...decision } = (await kind.decide(tx, subject, event, source)) ?? {};
    return {
      ...{ ...recorded, next, ...decision },
      ...(awaits ? { awaits: awaitedName(awaits, event) } : {}),
      ...(arrived ? { arrived: arrived.map((name) => awaitedName(name, event)) } : {}),
    };
  };
}

async function findSubject<Type extends ConnectorEvent['type'], Subject>(
  tx: WritingContext,
  { find, findCapture }: ReportKind<EventOf<Type>, Subject>,
  source: EventSource,
  event: EventOf<Type>,
): Promise<Subject | null> {
  if (find) return find(tx, source, event);
  const found = await authorizationOfTransaction(tx, source, event as { connectorTransactionId: string });
  if (!found) return null;
  return { ...found, capture: (await findCapture?.(tx, found, event)) ?? null } as Subject;
}

/** The moved money may differ from the request. */
function outcomeOf(reported: OutcomeByEvent, { fee, settlement }: Charges): Outcome {
  if ('kind' in reported) return reported;
  const { amount, connectorTransactionId, currency } = reported;
  return {
    ...{ kind: 'succeeded', connectorTransactionId, moved: { amount, currency } },
    ...(fee ? { fee } : {}),
    ...(settlement ? { settlement } : {}),
  };
}

/** Shows other money than was asked for; false if the report is of the same money, or older than the last. */
function showsOtherMoney(
  tx: WritingContext,
  { event: type, life, money, object, report, shownOn }: AskedMoney<string, string>,
  event: ConnectorEvent & Money,
): boolean {
  if (!isLater(life, object, report, event.at) || isSameMoney(money, event)) return false;
  recordNotAsAsked(tx, type, movedOtherwise(money, event), ...shownOn);
  const now = tx.ports.now();
  for (const shown of shownOn as readonly Record<string, unknown>[])
    for (const name of ['updated', 'updated_at', 'modified_at']) if (shown[name]) shown[name] = now;
  return true;
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
