import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers in the formats of Node's `http`, Express, `fetch` and test doubles. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The maximum difference from the webhook's timestamp, in seconds; 300 by default. */
  readonly tolerance?: number;
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: number;
}

/** A webhook or return with a missing, wrong or expired signature. Respond with 400 and ignore its content. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

const PREFIX = 'whsec_';
const VERSION = 'v1,';
const TOLERANCE_S = 300;

/**
 * Verifies a webhook by the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks), and
 * parses it. During a secret's rotation, one of several signatures must be valid.
 *
 * @param body The raw bytes: JSON that was parsed and serialized again may differ.
 * @param secret The profile's `payment_response_hash_key`, unchanged, or an endpoint's `whsec_…`.
 * @throws {SignatureError} if the signature is invalid or the timestamp is out of tolerance.
 */
export function readWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { now = Date.now(), tolerance = TOLERANCE_S }: VerifyOptions = {},
): unknown {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > tolerance) {
    throw new SignatureError('The webhook is too old, or its clock is wrong.');
  }
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : secret;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const given = signatures.split(' ').filter((one) => one.startsWith(VERSION));
  // All are compared, so that timing does not reveal the matching signature.
  const matches = given.filter((one) => isEqual(one.slice(VERSION.length), expected));
  if (matches.length === 0) throw new SignatureError('No signature of the webhook is right.');
  return parse(body);
}

/**
 * Verifies a webhook only by the header `x-webhook-signature-512`, for receivers from before Standard Webhooks, and parses
 * it. The signature covers no timestamp: a recorded webhook stays valid.
 *
 * @throws {SignatureError} if the signature is invalid.
 */
export function readLegacyWebhook(body: string | Uint8Array, headers: WebhookHeaders, key: string): unknown {
  const expected = createHmac('sha512', key).update(body).digest('hex');
  if (!isEqual(headerOf(headers, 'x-webhook-signature-512'), expected)) {
    throw new SignatureError('The signature of the webhook is wrong.');
  }
  return parse(body);
}

/**
 * Verifies the parameters of a customer's return to `return_url`, and returns them without the signature.
 *
 * @param parameters The query, or the form if the profile posts one. Omit your own parameters.
 * @param key The profile's `payment_response_hash_key`.
 * @throws {SignatureError} if anything was changed.
 */
export function readReturn(
  parameters: URLSearchParams | Readonly<Record<string, string>>,
  key: string,
): Record<string, string> {
  const {
    signature = '',
    signature_algorithm: _,
    ...signed
  } = Object.fromEntries(parameters instanceof URLSearchParams ? parameters : Object.entries(parameters));
  const pairs = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`);
  const expected = createHmac('sha512', key).update(pairs.join('&')).digest('hex');
  if (!isEqual(signature, expected)) throw new SignatureError('The signature of the return is wrong.');
  return signed;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new SignatureError(`The header ${name} is missing.`);
  return value;
}

const isEqual = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const parse = (body: string | Uint8Array): unknown =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
