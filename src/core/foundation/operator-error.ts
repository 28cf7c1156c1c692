/** An error for the operator to fix. The message says how; commands and the service print it without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
