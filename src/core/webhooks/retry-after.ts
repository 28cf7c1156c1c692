/** The forms of a date in HTTP that name their time zone, and the one that does not (RFC 9110, section 5.6.7). */
const named = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const unnamed = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The moment that a `Retry-After` header names, as seconds from now or as a date; null where there is none, where
 * it cannot be read, and where the moment is not ahead.
 */
export function readRetryAfter(header: string | null, now: Date): Date | null {
  const text = header?.trim() ?? '';
  const moment = momentOf(text, now);
  return Number.isFinite(moment) && moment > now.getTime() ? new Date(moment) : null;
}

function momentOf(text: string, now: Date): number {
  if (/^\d{1,9}$/.test(text)) return now.getTime() + Number(text) * 1_000;
  if (named.test(text)) return Date.parse(text);
  return unnamed.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}
