import validator from 'validator';

/** A run of digits that is as long as a card number, also in groups. */
const longRuns = /(?<!\d)(?:\d[ -]?){11,18}\d(?!\d)/g;

/** Whether a text that people wrote has a number in it that may be a card's, by its length and its check digit. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(longRuns) ?? []).some((run) => validator.isLuhnNumber(run.replaceAll(/[ -]/g, '')));
