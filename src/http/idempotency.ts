import type { Request } from 'express';
import { invalidParameter } from '../core/foundation/errors.ts';

/** Set on an answer that was given before and is given again. */
export const REPLAYED_HEADER = 'idempotency-replayed';

const acceptable = /^[\x21-\x7e]{1,255}$/;

/**
 * The idempotency key of a request, null when it has none.
 *
 * @throws {Problem} `invalid_parameter` for one that is not 1–255 visible ASCII characters.
 */
export function idempotencyKeyOf(req: Request): string | null {
  const given = req.get('idempotency-key');
  if (given === undefined) return null;
  if (!acceptable.test(given)) {
    throw invalidParameter('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return given;
}
