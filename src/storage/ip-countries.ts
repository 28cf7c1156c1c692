import { readFile } from 'node:fs/promises';
import type { CountryResponse, Reader as Database } from 'maxmind';
import { OperatorError } from '../core/foundation/operator-error.ts';

/** Returns the ISO 3166 code of the country of an IP address; null if it is not known. */
export type CountryOf = (address: string) => string | null;

/**
 * Reads a MaxMind database of countries or cities, and returns the ISO 3166 code of an address; null without a file. The file
 * is read once: restart the service for a newer one.
 *
 * @throws {OperatorError} if the file cannot be read, or has no countries.
 */
export async function openIpCountries(file: string | null): Promise<CountryOf | null> {
  if (file === null) return null;
  const { Reader, validate } = await import('maxmind');
  const fail = (reason: string) =>
    new OperatorError(`GEOIP_DATABASE must name a MaxMind database of countries or cities: ${reason}.`);
  const content = await readFile(file).catch((error: Error) => {
    throw fail(error.message);
  });
  let reader: Database<CountryResponse>;
  try {
    reader = new Reader(content);
  } catch (error) {
    throw fail((error as Error).message);
  }
  const { databaseType } = reader.metadata;
  if (!/Country|City|Enterprise/i.test(databaseType)) throw fail(`${file} is a ${databaseType}`);
  return (address) => (validate(address) && reader.get(address)?.country?.iso_code) || null;
}
