import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { DisputeStage, DisputeStatus } from '../dispute.ts';

type Stage = ValueOf<typeof DisputeStage>;
type Status = ValueOf<typeof DisputeStatus>;

/** Stages of a dispute: forward only; it may end at any. Specification: States and transitions. */
export const disputeStages = stateMachine<Stage>({
  of: 'dispute stage',
  initial: ['pre_dispute', 'dispute'],
  terminal: ['pre_dispute', 'dispute', 'pre_arbitration'],
  reopened: ['pre_dispute', 'dispute'],
  transitions: {
    pre_dispute: ['dispute', 'pre_arbitration'],
    dispute: ['pre_arbitration'],
    pre_arbitration: [],
  },
  operations: {},
});

/** Lifecycle of a dispute. Specification: States and transitions. */
export const disputeStates = stateMachine<Status, 'accept' | 'challenge'>({
  of: 'dispute',
  initial: ['dispute_opened'],
  terminal: ['dispute_accepted', 'dispute_expired', 'dispute_cancelled', 'dispute_won', 'dispute_lost'],
  // The next stage reopens the dispute, however the previous stage ended, with a new deadline. The connector's later report
  // may contradict an end: `later-reports.ts` says which.
  reopened: ['dispute_accepted', 'dispute_expired', 'dispute_cancelled', 'dispute_won', 'dispute_lost'],
  transitions: {
    dispute_opened: [
      'dispute_opened',
      'dispute_challenged',
      'dispute_accepted',
      'dispute_expired',
      'dispute_cancelled',
      'dispute_lost',
      'dispute_won',
    ],
    dispute_challenged: [
      'dispute_opened',
      'dispute_won',
      'dispute_lost',
      'dispute_accepted',
      'dispute_cancelled',
      'dispute_expired',
    ],
    dispute_accepted: ['dispute_opened', 'dispute_challenged', 'dispute_cancelled', 'dispute_won'],
    dispute_expired: ['dispute_opened', 'dispute_challenged', 'dispute_cancelled', 'dispute_won'],
    dispute_lost: ['dispute_opened', 'dispute_challenged', 'dispute_cancelled', 'dispute_won'],
    dispute_cancelled: [
      'dispute_opened',
      'dispute_challenged',
      'dispute_accepted',
      'dispute_expired',
      'dispute_lost',
    ],
    dispute_won: [
      'dispute_opened',
      'dispute_challenged',
      'dispute_accepted',
      'dispute_expired',
      'dispute_lost',
    ],
  },
  operations: { accept: ['dispute_opened'], challenge: ['dispute_opened'] },
});
