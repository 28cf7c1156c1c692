/** A Stripe error response, thrown by the stand-in's handlers. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;

  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error.message));
    this.status = status;
    this.error = error;
  }
}

/** An invalid request by Stripe's rules. */
export const invalid = (message: string, more: Readonly<Record<string, unknown>> = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more });

/** A missing object. */
export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  });

/** A card declined by the issuer. */
export const cardError = (more: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(402, { type: 'card_error', message: 'Your card was declined.', ...more });
