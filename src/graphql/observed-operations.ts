import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestHandler, Response } from 'express';
import type { Observe, Step } from '../core/foundation/ports/observe.ts';
import type { GraphqlContext } from './kit/context.ts';

/** An operation that is being observed. It is named once its document is parsed and valid. */
export interface ObservedOperation {
  readonly step: Step<'graphql_operation'>;
  hasErrors: boolean;
}

/** Observes what a handler executes, until the response is closed. */
export function observeOperations(observe: Observe, execute: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const labels = { operation: 'invalid', type: 'unknown' };
    const observed: ObservedOperation = { step: { kind: 'graphql_operation', labels }, hasErrors: true };
    res.locals.observedOperation = observed;
    const handle = () =>
      new Promise<void>((resolve) => {
        res.once('close', resolve);
        execute(req, res, next);
      });
    void observe(observed.step, handle, () => (observed.hasErrors ? 'error' : 'ok'));
  };
}

/** The operation that a response is of, if operations are observed. */
export const observedOperationOf = (res: Response): ObservedOperation | undefined =>
  res.locals.observedOperation as ObservedOperation | undefined;

/** Names an operation that is observed. */
export function nameObserved({ step }: ObservedOperation, name: string | null, type: string): void {
  step.labels.operation = name ?? 'anonymous';
  step.labels.type = type;
}

/** Names the operations that {@link observeOperations} observes, and tells whether they failed. */
export const describeObserved: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ contextValue: { observed }, operation, operationName }) {
        if (observed && operation) nameObserved(observed, operationName, operation.operation);
      },
      async willSendResponse({ contextValue: { observed }, response: { body } }) {
        if (observed) observed.hasErrors = body.kind !== 'single' || body.singleResult.errors !== undefined;
      },
    };
  },
};
