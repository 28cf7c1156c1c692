/** Why listening cannot go on, and how to mend it: a sentence for whoever typed the command, without a stack. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}
