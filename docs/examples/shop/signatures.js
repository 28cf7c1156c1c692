/** The service's signatures, with nothing but Node. `@switchyard/node` has the same. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

const isEqual = (given, expected) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Reads the parameters of a return, signed with the profile's `payment_response_hash_key`; null if anything was changed. */
export function readReturn(searchParams, key) {
  const { signature = '', signature_algorithm: _, ...signed } = Object.fromEntries(searchParams);
  const pairs = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`);
  const expected = createHmac('sha512', key).update(pairs.join('&')).digest('hex');
  return isEqual(signature, expected) ? signed : null;
}

/** Reads a webhook from the bytes that were received, signed with an endpoint's `whsec_…`; null if it is not the service's. */
export function readWebhook(body, headers, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return null;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const isSigned = signatures.split(' ').some((one) => isEqual(one, `v1,${expected}`));
  return isSigned ? JSON.parse(body.toString('utf8')) : null;
}
