import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { AttemptStatus } from '../payment-enumerations.ts';

type State = ValueOf<typeof AttemptStatus>;

/** Statuses that may result from an authorization call. */
const authorizationOutcomes = [
  'authentication_pending',
  'authentication_failed',
  'authorized',
  'authorization_failed',
  'charged',
  'partial_charged',
  'partial_charged_and_chargeable',
  'unresolved',
  'voided',
  'failure',
  'auto_refunded',
] as const satisfies readonly State[];

/** Statuses that result from an approval or capture reported by the connector after the attempt had ended. */
const lateMoney = [
  'authorizing',
  'authorized',
  'unresolved',
  'void_initiated',
  'charged',
  'partial_charged',
  'partial_charged_and_chargeable',
] as const satisfies readonly State[];

/** Lifecycle of a payment attempt, changed by the service only. Specification: States and transitions. */
export const attemptStates = stateMachine<State>({
  of: 'payment attempt',
  initial: ['started', 'payment_method_awaited', 'confirmation_awaited'],
  terminal: [
    'authentication_failed',
    'authorization_failed',
    'charged',
    'partial_charged',
    'voided',
    'router_declined',
    'failure',
    'auto_refunded',
  ],
  // A connector's later report may contradict any end: `later-reports.ts` says which.
  reopened: [
    'authentication_failed',
    'authorization_failed',
    'charged',
    'partial_charged',
    'voided',
    'router_declined',
    'failure',
    'auto_refunded',
  ],
  transitions: {
    started: [
      'payment_method_awaited',
      'confirmation_awaited',
      'authorizing',
      'pending',
      'router_declined',
      ...authorizationOutcomes,
    ],
    payment_method_awaited: ['confirmation_awaited', 'authorizing', 'voided', 'router_declined', 'failure'],
    confirmation_awaited: [
      'payment_method_awaited',
      'authentication_pending',
      'authorizing',
      'voided',
      'router_declined',
      'failure',
    ],
    // Some connectors authenticate and authorize in one step and report the result of both.
    authentication_pending: [
      'authentication_successful',
      'authorizing',
      'pending',
      'void_initiated',
      ...authorizationOutcomes.filter((state) => state !== 'authentication_pending'),
    ],
    authentication_successful: ['authorizing', 'pending', 'router_declined', 'voided', 'failure'],
    authorizing: ['pending', 'router_declined', ...authorizationOutcomes],
    pending: ['authentication_successful', 'authorizing', ...authorizationOutcomes],
    unresolved: [
      'pending',
      'void_initiated',
      ...authorizationOutcomes.filter((state) => state !== 'unresolved'),
    ],
    // An increase of the amount is requested from the connector in `authorizing`.
    authorized: [
      'authorizing',
      'capture_initiated',
      'void_initiated',
      'charged',
      'partial_charged',
      'partial_charged_and_chargeable',
      'voided',
      'failure',
    ],
    capture_initiated: [
      'charged',
      'partial_charged',
      'partial_charged_and_chargeable',
      'capture_failed',
      'pending',
      'failure',
      'auto_refunded',
    ],
    capture_failed: [
      'authorizing',
      'capture_initiated',
      'void_initiated',
      'partial_charged',
      'charged',
      'partial_charged_and_chargeable',
      'voided',
      'failure',
    ],
    // An attempt that could not be voided may have been charged meanwhile, or may still wait for the customer. After
    // a partial capture, the captured part remains.
    void_initiated: [
      'voided',
      'void_failed',
      'pending',
      'authentication_pending',
      'charged',
      'partial_charged',
      'failure',
    ],
    void_failed: [
      'authorizing',
      'void_initiated',
      'capture_initiated',
      'charged',
      'partial_charged',
      'partial_charged_and_chargeable',
      'voided',
      'failure',
    ],
    partial_charged_and_chargeable: [
      'capture_initiated',
      'capture_failed',
      'void_initiated',
      'charged',
      'partial_charged',
      'failure',
    ],
    authentication_failed: lateMoney,
    authorization_failed: lateMoney,
    charged: ['partial_charged', 'failure', 'auto_refunded'],
    partial_charged: ['charged', 'failure', 'auto_refunded'],
    voided: lateMoney,
    router_declined: lateMoney,
    failure: lateMoney,
    auto_refunded: ['charged'],
  },
  operations: {},
});
