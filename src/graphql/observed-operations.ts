import type { Response } from 'express';
import type { Observe, Step } from '../core/foundation/ports/observe.ts';

/** An operation that is being observed. It is named once its document is parsed and valid. */
export interface ObservedOperation {
  readonly step: Step<'graphql_operation'>;
  hasErrors: boolean;
}

/** Observes an operation until its response is closed. Resolves once it has been executed. */
export function observeOperation(
  observe: Observe,
  res: Response,
  execute: (observed: ObservedOperation) => Promise<void>,
): Promise<void> {
  const labels = { operation: 'invalid', type: 'unknown' };
  const observed: ObservedOperation = { step: { kind: 'graphql_operation', labels }, hasErrors: true };
  return new Promise((resolve, reject) => {
    const closed = () =>
      new Promise<void>((close) => {
        res.once('close', close);
        execute(observed).then(resolve, reject);
      });
    void observe(observed.step, closed, () => (observed.hasErrors ? 'error' : 'ok'));
  });
}

/** Names an operation that is observed. */
export function nameObserved({ step }: ObservedOperation, name: string | null, type: string): void {
  step.labels.operation = name ?? 'anonymous';
  step.labels.type = type;
}
