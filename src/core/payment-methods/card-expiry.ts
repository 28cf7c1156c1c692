import { invalidParameter } from '../errors.ts';

/** The members of a request that an expiry was given in. */
interface GivenExpiry {
  readonly card_exp_month?: string | null;
  readonly card_exp_year?: string | null;
}

/**
 * Checks that a card is still good: it is to the end of its month, which somewhere on earth comes half a day
 * after it has come in UTC.
 *
 * @throws {Problem} `invalid_parameter`, naming the year where that was given, and the month otherwise.
 */
export function requireExpiryToCome(
  now: Date,
  month: string | null | undefined,
  year: string | null | undefined,
  given: GivenExpiry,
): void {
  for (const [name, value] of Object.entries({ card_exp_month: month, card_exp_year: year })) {
    if (value === null || value === undefined) throw invalidParameter(`card.${name}`, `card.${name} must not be null.`);
  }
  const fullYear = year!.length === 2 ? 2000 + Number(year) : Number(year);
  const over = Date.UTC(fullYear, Number(month)) + 12 * 60 * 60 * 1000;
  if (now.getTime() < over) return;
  const param = given.card_exp_year == null ? 'card.card_exp_month' : 'card.card_exp_year';
  throw invalidParameter(param, `${param} must not lie in the past: the card has expired.`);
}
