import type { Response } from 'express';
import { Kind, type OperationDefinitionNode } from 'graphql';
import { type ProblemCode, problemCodes } from '../core/foundation/errors.ts';
import type { Observe, Step } from '../core/foundation/ports/observe.ts';
import type { LoggedOperation } from '../http/front-door/request-log.ts';

/** An operation, for the log and for whoever observes it. It is named once its document is parsed and valid. */
export interface ObservedOperation {
  readonly step: Step<'graphql_operation'>;
  /**
   * The code of its error: of the service's own, if there is one among several. Null if there is none. Until it is
   * answered, whatever ends it is the service's failure.
   */
  code: ProblemCode | null;
  /** The code of its first user error, which is no failure of the operation. */
  userError?: ProblemCode;
  /** Its name for the log; of one without a name, its first field. */
  name?: string;
}

export const unnamedOperation = (): ObservedOperation => ({
  step: { kind: 'graphql_operation', labels: { operation: 'invalid', type: 'unknown' } },
  code: 'internal_error',
});

const isFailure = (code: ProblemCode): boolean => problemCodes[code].status >= 500;

/** Observes an operation until its response is closed. Resolves once it has been executed. */
export function observeOperation(
  observe: Observe,
  res: Response,
  observed: ObservedOperation,
  execute: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () =>
      new Promise<void>((close) => {
        res.once('close', close);
        execute().then(resolve, reject);
      });
    void observe(observed.step, closed, () => resultOf(observed));
  });
}

/** `ok`; `error` for the caller's; `failed` for the service's own. */
function resultOf({ code }: ObservedOperation): 'ok' | 'error' | 'failed' {
  if (code === null) return 'ok';
  return isFailure(code) ? 'failed' : 'error';
}

/** An operation, for the line of its request in the log. */
export const loggedOperation = (observed: ObservedOperation): LoggedOperation => ({
  name: observed.name ?? observed.step.labels.operation,
  type: observed.step.labels.type,
  result: resultOf(observed),
  code: observed.code ?? observed.userError ?? null,
});

/** Names an operation that is observed. */
export function nameObserved(
  observed: ObservedOperation,
  name: string | null,
  { operation: type, selectionSet }: OperationDefinitionNode,
): void {
  const { labels } = observed.step;
  labels.operation = name ?? 'anonymous';
  labels.type = type;
  const [first] = selectionSet.selections;
  observed.name = name ?? (first?.kind === Kind.FIELD ? first.name.value : labels.operation);
}

/** Notes what an operation was answered with. */
export function noteErrors(observed: ObservedOperation, codes: readonly ProblemCode[]): void {
  observed.code = codes.find(isFailure) ?? codes[0] ?? null;
}

/** Notes the refusal of a request that is no operation, such as one without a document: Apollo answers it by itself. */
export function noteRefusal(observed: ObservedOperation, status: number): void {
  if (status >= 400 && status < 500 && observed.code === 'internal_error') observed.code = 'query_invalid';
}
