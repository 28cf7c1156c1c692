import { asWords } from '../data/words.ts';

/** The looks of an object page's buttons: the next step, irreversible actions on money, and all others. */
export const buttonLooks = {
  main: { variant: 'filled' },
  other: { variant: 'default' },
  grave: { variant: 'outline', color: 'red' },
} as const;

/** The text of a dialog whose command is no longer possible. */
export const overtakenBy = (noun: string, status: string): string =>
  `This is no longer possible: the ${noun} is now “${asWords(status.replace(/^dispute_/, '')).toLowerCase()}”.`;
