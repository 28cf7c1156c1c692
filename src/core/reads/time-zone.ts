import { invalidParameter } from '../foundation/errors.ts';

/**
 * A time zone under its canonical name.
 *
 * @throws {Problem} `invalid_parameter` for an unknown IANA time zone.
 */
export function requireTimeZone(param: string, timeZone: string): string {
  try {
    // PostgreSQL reads a bare offset with the POSIX sign: its +02:00 lies west of Greenwich.
    if (/^[+-]/.test(timeZone)) throw new RangeError('Offsets are not supported.');
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw invalidParameter(param, `${param} must be an IANA time zone, such as Europe/Berlin.`);
  }
}
