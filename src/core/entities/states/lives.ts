import { attemptStates } from './attempt-states.ts';
import { captureStates } from './capture-states.ts';
import { disputeStates } from './dispute-states.ts';
import {
  type EffectByStatus,
  reportsOnAttempts,
  reportsOnCaptures,
  reportsOnDisputes,
  reportsOnPayouts,
  reportsOnRefunds,
} from './later-reports.ts';
import { payoutStates } from './payout-states.ts';
import { refundStates } from './refund-states.ts';

/** A stage of an object's life at its connector: its statuses in the stage, and the reports about the stage. */
interface Stage<State extends string, Report extends string> {
  readonly statuses: readonly State[];
  readonly reports: readonly Report[];
}

/** The order in which the statuses of an object follow each other at its connector. */
export interface Life<State extends string, Report extends string> {
  /** Earliest first. */
  readonly stages: readonly Stage<State, Report>[];
  /** The effect of each report by the object's status. */
  readonly effects: Readonly<Record<Report, EffectByStatus<State>>>;
  /** Whether a report is about an earlier stage than the object's. */
  isBefore(report: Report, status: State): boolean;
}

/**
 * Reads a life from its stages, earliest first.
 *
 * @throws {Error} unless each status of the machine and each report about it has one stage.
 */
export function life<State extends string, Report extends string>(
  machine: { readonly of: string; readonly transitions: Readonly<Record<State, unknown>> },
  effects: Readonly<Record<Report, EffectByStatus<State>>>,
  stages: readonly Stage<NoInfer<State>, NoInfer<Report>>[],
): Life<State, Report> {
  const placed = <Name extends string>(
    all: object,
    namesOf: (one: Stage<State, Report>) => readonly Name[],
  ) => {
    const places = new Map<string, number>();
    stages.forEach((stage, place) => {
      for (const name of namesOf(stage)) {
        if (places.has(name)) throw new Error(`The life of a ${machine.of} has two stages for ${name}.`);
        places.set(name, place);
      }
    });
    const names = new Set([...Object.keys(all), ...places.keys()]);
    for (const name of names) {
      if (!(places.has(name) && name in all))
        throw new Error(`The life of a ${machine.of} has no stage for ${name}, or an unused stage.`);
    }
    return places;
  };
  const statuses = placed(machine.transitions, (stage) => stage.statuses);
  const reported = placed(effects, (stage) => stage.reports);
  return Object.freeze({
    stages,
    effects,
    isBefore: (report: Report, status: State) => reported.get(report)! < statuses.get(status)!,
  });
}

/**
 * The lives of all objects that connectors report about, by the name of their machine. Of two reports with the same
 * time, the report about the later stage counts: Stripe and Adyen report whole seconds and guarantee no order of
 * delivery.
 */
export const lives = Object.freeze({
  // A refused authorization may succeed in another attempt. An approved authorization ends, or is captured and
  // reversed.
  'payment attempt': life(attemptStates, reportsOnAttempts, [
    {
      statuses: [
        'started',
        'payment_method_awaited',
        'confirmation_awaited',
        'authentication_pending',
        'authentication_successful',
        'authorizing',
        'pending',
      ],
      reports: [],
    },
    {
      statuses: ['authentication_failed', 'authorization_failed', 'router_declined', 'failure'],
      reports: ['declined'],
    },
    { statuses: ['authorized', 'unresolved', 'capture_initiated', 'void_initiated'], reports: ['approved'] },
    { statuses: ['charged', 'partial_charged', 'partial_charged_and_chargeable'], reports: ['captured'] },
    { statuses: ['capture_failed'], reports: ['taken_back'] },
    // A void may fail after the connector accepted it.
    { statuses: ['voided', 'void_failed', 'auto_refunded'], reports: ['ended', 'still_held'] },
  ]),
  capture: life(captureStates, reportsOnCaptures, [
    { statuses: ['started', 'pending'], reports: [] },
    { statuses: ['charged'], reports: ['charged'] },
    { statuses: ['failed'], reports: ['failed'] },
  ]),
  refund: life(refundStates, reportsOnRefunds, [
    { statuses: ['pending', 'review'], reports: [] },
    { statuses: ['succeeded'], reports: ['succeeded'] },
    { statuses: ['failed'], reports: ['failed'] },
  ]),
  payout: life(payoutStates, reportsOnPayouts, [
    {
      statuses: [
        'requires_payout_method_data',
        'requires_confirmation',
        'requires_creation',
        'requires_vendor_account_creation',
        'requires_fulfillment',
        'initiated',
        'pending',
      ],
      reports: [],
    },
    { statuses: ['success'], reports: ['success'] },
    {
      statuses: ['failed', 'ineligible', 'cancelled', 'expired', 'reversed'],
      reports: ['returned'],
    },
  ]),
  // Within a stage of the dispute. A dispute lost by default may still be won.
  dispute: life(disputeStates, reportsOnDisputes, [
    { statuses: ['dispute_opened'], reports: ['dispute_opened'] },
    { statuses: ['dispute_challenged'], reports: ['dispute_challenged'] },
    {
      statuses: ['dispute_accepted', 'dispute_expired', 'dispute_lost'],
      reports: ['dispute_accepted', 'dispute_expired', 'dispute_lost'],
    },
    {
      statuses: ['dispute_cancelled', 'dispute_won'],
      reports: ['dispute_cancelled', 'dispute_won'],
    },
  ]),
});
