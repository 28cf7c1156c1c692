/**
 * An error for the operator to fix. The message explains the fix; commands and the service print it without a stack
 * trace.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
