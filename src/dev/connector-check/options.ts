import { parseArgs } from 'node:util';
import type { VendorCheck } from './vendor-check.ts';
import { vendorChecks } from './vendors.ts';

/** Thrown for arguments that the command does not understand, or refuses. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the command was told to do. */
export interface CheckOptions {
  readonly vendor: string;
  readonly check: VendorCheck;
  readonly credentials: Readonly<Record<string, string>>;
  /** In place of the vendor's own address, such as a stand-in's. */
  readonly baseUrl: string | null;
}

const vendorUsage = ([vendor, { options }]: readonly [string, VendorCheck]): string =>
  [
    `  ${vendor}`,
    ...options.map(({ about, option, required }) => {
      const given = `--${option} …`.padEnd(24);
      return `    ${given}${about}${required ? '' : ' (optional)'}`;
    }),
  ].join('\n');

/** How the command is called. */
export const usage = `Usage: npm run connector:check -- <vendor> <credentials> [--base-url <address>]

Pays, captures, voids and refunds in a vendor's test mode with your own account, prints what happened, and cleans up.
At an address of --base-url, or of CONNECTOR_BASE_URLS, it checks the stand-in there instead.

${Object.entries(vendorChecks).map(vendorUsage).join('\n\n')}
`;

/**
 * Reads the arguments; null if the usage is asked for.
 *
 * @param baseUrls Where vendors are reached unless an option says it: `CONNECTOR_BASE_URLS`.
 * @throws {UsageError} for an unknown vendor or option, a missing credential, and live credentials. None is repeated.
 */
export function readOptions(
  [vendor, ...rest]: readonly string[],
  baseUrls: Readonly<Record<string, string>> = {},
): CheckOptions | null {
  if (vendor === undefined || vendor === '--help' || vendor === '-h' || rest.includes('--help')) return null;
  const check = Object.hasOwn(vendorChecks, vendor) ? vendorChecks[vendor] : undefined;
  if (!check) {
    throw new UsageError(`There is no check of this vendor. Known: ${Object.keys(vendorChecks).join(', ')}.`);
  }
  const values = valuesOf(check, rest);
  const given = check.options.map(({ credential, option }) => [credential, values[option]] as const);
  const credentials = Object.fromEntries(given.filter((pair): pair is [string, string] => Boolean(pair[1])));
  const baseUrl = values['base-url'] ?? baseUrls[vendor] ?? null;
  if (baseUrl !== null && !URL.canParse(baseUrl)) throw new UsageError('--base-url must be an address.');
  const missing = check.options.find((one) => one.required && !credentials[one.credential]);
  if (missing) throw new UsageError(`--${missing.option} is missing: ${missing.about}.`);
  const refused = check.refuse(credentials);
  if (refused) throw new UsageError(refused);
  return { vendor, check, credentials, baseUrl };
}

/** The options' values by name. The package's own message repeats arguments, which may be keys. */
function valuesOf(check: VendorCheck, args: readonly string[]): Record<string, string | undefined> {
  const names = [...check.options.map(({ option }) => option), 'base-url'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Record<string, string | undefined>;
  } catch {
    throw new UsageError('There is an option that the command does not know, or one without a value.');
  }
}
