import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { MandateStatus } from '../mandate.ts';

/** Lifecycle of a mandate. */
export const mandateStates = stateMachine<ValueOf<typeof MandateStatus>>({
  of: 'mandate',
  initial: ['active'],
  terminal: ['used', 'revoked'],
  transitions: { active: ['used', 'revoked'], used: [], revoked: [] },
  operations: {},
});
