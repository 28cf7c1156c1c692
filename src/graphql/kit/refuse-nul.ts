import { invalidParameter } from '../../core/foundation/errors.ts';

/**
 * Refuses NUL characters in an argument, or in a list of them: PostgreSQL holds none, so nothing can have them.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function refuseNul(value: unknown, param: string): void {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) {
    throw invalidParameter(param, `${param} must not hold NUL characters.`);
  }
}
