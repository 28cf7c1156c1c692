import { OperatorError } from '../core/foundation/operator-error.ts';

/** Thrown for missing or invalid settings. The message names all of them and says how to fix each. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

/** The error for one or more faults, a line each. */
export const incomplete = (...faults: readonly string[]) =>
  new ConfigError(['The configuration is not complete:', ...faults.map((fault) => `  ${fault}`)].join('\n'));

/**
 * Reports every setting that is missing or wrong at once.
 *
 * @param hints How to set each right, by variable.
 * @param others Further faults.
 * @throws {ConfigError} if there is one.
 */
export function report(
  errors: Partial<Record<string, Error>>,
  hints: ReadonlyMap<string, string | null>,
  others: readonly string[],
): void {
  const faults = Object.entries(errors).map(([variable, error]) => {
    // A library's message may repeat the value, which may be a secret: show our own messages only.
    const missing = error?.constructor.name === 'EnvMissingError';
    const hint = hints.get(variable) ? ` (${hints.get(variable)})` : '';
    return missing ? `${variable} is not set${hint}` : `${variable} is wrong${hint || `: ${error?.message}`}`;
  });
  if (faults.length + others.length > 0) throw incomplete(...others, ...faults);
}
