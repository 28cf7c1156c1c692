import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Most retries of a payment: fewer than the card networks allow for a card. */
const ATTEMPTS_MAX = 15;
/** The period of the card networks' limits, in days. */
const DAYS_MAX = 30;
const HOURS_MAX = DAYS_MAX * 24;

/** Retries of declined charges whose customer is absent. */
@ValueObject({
  about:
    'Retries of declined off-session charges. A decline is retried if its error mapping and the card network allow it. The limits of Visa and Mastercard for a card are never exceeded.',
})
export class RetryPolicy {
  @f.Integer('Maximum number of retries of a payment.', {
    required: true,
    min: 1,
    maximum: ATTEMPTS_MAX,
    example: 4,
  })
  max_attempts!: number;
  @f.Integer('Days after the first decline in which retries are made.', {
    required: true,
    min: 1,
    maximum: DAYS_MAX,
    example: 21,
  })
  within_days!: number;
  @f.Json('Hours before each retry, in order; the last value repeats.', {
    required: true,
    schema: {
      name: 'RetryHours',
      schema: () => ({
        type: 'array',
        minItems: 1,
        maxItems: ATTEMPTS_MAX,
        items: { type: 'integer', minimum: 1, maximum: HOURS_MAX },
        description: 'Hours before each retry, in order; the last value repeats.',
      }),
    },
    example: [24, 72, 120],
  })
  hours_between!: unknown;
}

/** Whether hours of a policy are valid. */
export const areRetryHours = (hours: unknown): hours is readonly number[] =>
  Array.isArray(hours) &&
  hours.length >= 1 &&
  hours.length <= ATTEMPTS_MAX &&
  hours.every((each) => Number.isInteger(each) && each >= 1 && each <= HOURS_MAX);

/** The valid hours, for an error. */
export const retryHoursHint = `a list of 1 to ${ATTEMPTS_MAX} whole numbers from 1 to ${HOURS_MAX}`;
