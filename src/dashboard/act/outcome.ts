import { asWords } from '../data/words.ts';
import type { AskedProof } from '../session/auth.ts';
import { isBad } from '../show/tones.ts';

/** A command's result, with its errors if it was refused. */
export interface Outcome {
  readonly userErrors: readonly { readonly message: string; readonly param?: string | null }[];
  /** The notification after it was done. */
  readonly done: string;
  /** Whether it was done without success: the notification is a warning then. */
  readonly isBad?: boolean;
  /** What the person has to show first: the command is run again once they have. */
  readonly asks?: AskedProof | null;
}

interface Changed {
  readonly status?: string | null;
  readonly errorMessage?: string | null;
}

/** The result of a command by the state that its object has now: a refund can be made, and fail. */
export function outcomeOf(
  noun: string,
  userErrors: Outcome['userErrors'],
  { errorMessage, status }: Changed = {},
): Outcome {
  const why = errorMessage ? `: ${errorMessage}` : '.';
  if (status && isBad(status)) return { userErrors, done: `The ${noun} failed${why}`, isBad: true };
  return { userErrors, done: `The ${noun} is ${asWords(status ?? '').toLowerCase()}.` };
}
