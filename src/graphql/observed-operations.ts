import type { Response } from 'express';
import { Kind, type OperationDefinitionNode } from 'graphql';
import { type ProblemCode, problemCodes } from '../core/foundation/errors.ts';
import type { Observe, Step } from '../core/foundation/ports/observe.ts';
import { withoutSecrets } from '../core/request-log/texts.ts';
import type { LoggedOperation } from '../http/requests/request-log.ts';

/** An operation, for the log and observers. It is named once its document is parsed and valid. */
export interface ObservedOperation {
  readonly step: Step<'graphql_operation'>;
  /**
   * The code of its error; among several, the code of a failure of the service. Null without an error, undefined until the
   * response.
   */
  code?: ProblemCode | null;
  /** The code of its first user error, which is no failure of the operation. */
  userError?: ProblemCode;
  /** Its name for the log; of one without a name, its first field. */
  name?: string;
}

export const unnamedOperation = (): ObservedOperation => ({
  step: { kind: 'graphql_operation', labels: { operation: 'invalid', type: 'unknown' } },
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
    void observe(observed.step, closed, () => endOf(observed, res).result);
  });
}

/**
 * How an operation ended, and the code of its error. An end without a response is a failure of the service, unless the
 * client hung up.
 */
function endOf(
  { code, userError }: ObservedOperation,
  res: Response,
): Pick<LoggedOperation, 'result' | 'code'> {
  if (code === undefined && !res.writableFinished) return { result: 'hung_up', code: null };
  if (code === null) return { result: 'ok', code: userError ?? null };
  const error = code ?? 'internal_error';
  return { result: isFailure(error) ? 'failed' : 'error', code: error };
}

/** An operation, for the line of its request in the log. */
export const loggedOperation = (observed: ObservedOperation, res: Response): LoggedOperation => ({
  name: observed.name ?? observed.step.labels.operation,
  type: observed.step.labels.type,
  ...endOf(observed, res),
});

/** Names an operation that is observed. The name is its client's own: a number in it may be a card's. */
export function nameObserved(
  observed: ObservedOperation,
  given: string | null,
  { operation: type, selectionSet }: OperationDefinitionNode,
): void {
  const name = given === null ? null : withoutSecrets(given);
  const { labels } = observed.step;
  labels.operation = name ?? 'anonymous';
  labels.type = type;
  const [first] = selectionSet.selections;
  observed.name = name ?? (first?.kind === Kind.FIELD ? first.name.value : labels.operation);
}

/** Notes the result of an operation. */
export function noteErrors(observed: ObservedOperation, codes: readonly ProblemCode[]): void {
  observed.code = codes.find(isFailure) ?? codes[0] ?? null;
}

/** Notes Apollo's refusal of a request that is no operation, such as a request without a document. */
export function noteRefusal(observed: ObservedOperation, status: number): void {
  if (status >= 400 && status < 500 && observed.code === undefined) observed.code = 'query_invalid';
}
