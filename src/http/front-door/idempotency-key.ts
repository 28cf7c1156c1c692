import type { Request } from 'express';
import { invalidParameter } from '../../core/foundation/errors.ts';

const validIdempotencyKey = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's idempotency key, or null.
 *
 * @throws {Problem} `invalid_parameter` unless it is 1 to 255 visible ASCII characters.
 */
export function idempotencyKeyOf(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined) return null;
  if (!validIdempotencyKey.test(key)) {
    throw invalidParameter('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key;
}
