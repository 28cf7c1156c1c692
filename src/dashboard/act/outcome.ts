import { asWords } from '../data/words.ts';
import type { AskedProof } from '../session/auth.ts';
import { isBad } from '../show/tones.ts';

/** A command's result, with its errors if it was refused. */
export interface Outcome {
  readonly userErrors: readonly { readonly message: string; readonly param?: string | null }[];
  /** The notification after success. */
  readonly done: string;
  /** Whether the command ran but the object failed: the notification is then a warning. */
  readonly isBad?: boolean;
  /** The proof that the person must give first; the command is then run again. */
  readonly asks?: AskedProof | null;
}

interface Changed {
  readonly status?: string | null;
  readonly errorMessage?: string | null;
}

/** A command's outcome by its object's status: a created refund can fail. */
export function outcomeOf(
  noun: string,
  userErrors: Outcome['userErrors'],
  { errorMessage, status }: Changed = {},
): Outcome {
  const why = errorMessage ? `: ${errorMessage}` : '.';
  if (status && isBad(status)) return { userErrors, done: `The ${noun} failed${why}`, isBad: true };
  return { userErrors, done: `The ${noun} is ${asWords(status ?? '').toLowerCase()}.` };
}
