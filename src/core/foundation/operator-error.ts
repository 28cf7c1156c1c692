/** An error that an operator can mend. The message says how; commands and the service print it alone, without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
