import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { AttemptStatus } from '../payment-enumerations.ts';

type State = ValueOf<typeof AttemptStatus>;

/** What a connector may answer to being asked for the money. */
const answers = [
  'authentication_pending',
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

/** How an attempt moves; nobody but the service moves one. Specification: States and transitions. */
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
  transitions: {
    started: [
      'payment_method_awaited',
      'confirmation_awaited',
      'authorizing',
      'pending',
      'router_declined',
      ...answers,
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
    // Some connectors authenticate and authorize in one go, and answer with the outcome of both.
    authentication_pending: [
      'authentication_successful',
      'authentication_failed',
      'authorizing',
      'pending',
      'void_initiated',
      ...answers.filter((state) => state !== 'authentication_pending'),
    ],
    authentication_successful: ['authorizing', 'pending', 'voided', 'failure'],
    authorizing: ['pending', 'router_declined', ...answers],
    pending: ['authentication_successful', 'authentication_failed', ...answers],
    unresolved: ['pending', 'void_initiated', ...answers.filter((state) => state !== 'unresolved')],
    authorized: [
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
    capture_failed: ['capture_initiated', 'void_initiated', 'voided', 'failure'],
    // What could not be given up may have come to its own end, or be waiting for the customer still.
    void_initiated: ['voided', 'void_failed', 'pending', 'authentication_pending', 'charged'],
    void_failed: ['void_initiated', 'capture_initiated', 'voided', 'failure'],
    partial_charged_and_chargeable: ['capture_initiated', 'charged', 'partial_charged'],
    authentication_failed: [],
    authorization_failed: [],
    charged: [],
    partial_charged: [],
    voided: [],
    router_declined: [],
    failure: [],
    auto_refunded: [],
  },
  operations: {},
});
