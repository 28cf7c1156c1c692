import { stateMachine } from '../../foundation/state-machine.ts';
import type { ValueOf } from '../../model/index.ts';
import type { ReportStatus } from '../report.ts';

/** Lifecycle of a report. */
export const reportStates = stateMachine<ValueOf<typeof ReportStatus>>({
  of: 'report',
  initial: ['pending'],
  terminal: ['ready', 'failed'],
  transitions: { pending: ['ready', 'failed'], ready: [], failed: [] },
  operations: {},
});
