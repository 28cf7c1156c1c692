import { UsageError } from '../command-line.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base URL of the service that cards are sent to, without a trailing slash.
 *
 * @throws {UsageError} for a malformed URL, or one that would send cards unencrypted.
 */
export function readServiceAddress(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--url must be the https URL of the service, such as https://pay.example.com.');
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new UsageError('--url must begin with https, unless the service is on this machine.');
  }
  return url.href.replace(/\/+$/, '');
}
