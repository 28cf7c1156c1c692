import { Arg, ID } from 'type-graphql';
import { invalidParameter } from '../../core/foundation/errors.ts';

/** Declares the argument `merchantId`. */
export const merchantArgument = (description: string) =>
  Arg('merchantId', () => ID, { nullable: true, description });

/**
 * Rejects NUL characters in an argument, or in a list of them: PostgreSQL cannot store them, so nothing can match.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function refuseNul(value: unknown, param: string): void {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) {
    throw invalidParameter(param, `${param} must not contain NUL characters.`);
  }
}
