import { asWords } from '../data/words.ts';

/** How the buttons of an object's page look: the next step, what takes or gives money away for good, and all others. */
export const buttonLooks = {
  main: { variant: 'filled' },
  other: { variant: 'default' },
  grave: { variant: 'outline', color: 'red' },
} as const;

/** The text of a dialog whose command is no longer possible. */
export const overtakenBy = (noun: string, status: string): string =>
  `This is no longer possible: the ${noun} is now “${asWords(status.replace(/^dispute_/, '')).toLowerCase()}”.`;
