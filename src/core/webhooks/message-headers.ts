import { validateHeaderName, validateHeaderValue } from 'node:http';
import { carryingHeaders } from '../webhook-endpoints/carrying-headers.ts';

/**
 * The headers that a message is sent with: its own, and those that say how it is carried. A header that could
 * not be sent as one line is left out. They are checked when a merchant sets them, so none is expected here; but
 * one that slipped through must neither become two headers nor hold back the message for good.
 */
export function messageHeaders(
  given: Readonly<Record<string, string>>,
  url: URL,
  body: Buffer,
): Record<string, string> {
  const own = Object.entries(given).filter(
    ([name, value]) => !carryingHeaders.has(name.toLowerCase()) && fits(name, value),
  );
  return {
    ...Object.fromEntries(own),
    host: url.host,
    'content-length': String(body.length),
    // An answer is read as it comes: nothing here would unpack it.
    'accept-encoding': 'identity',
  };
}

function fits(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
