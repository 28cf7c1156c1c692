import { helpOf, readArguments, UsageError } from '../../../../src/commands/command-line.ts';
import { adyenLive } from '../adyen/live.ts';
import { stripeLive } from '../stripe/live.ts';
import type { LiveAccount, LiveVendor } from './live-vendor.ts';

/** The vendors with a checkable test mode. */
const vendors: Readonly<Record<string, LiveVendor>> = { adyen: adyenLive, stripe: stripeLive };

const baseUrlOption = {
  'base-url': { value: 'address', about: "the address of a stand-in, in place of the vendor's own" },
} as const;

const about = `Runs the behaviours of the conformance suite that need no stand-in with your account of a vendor's test mode,
prints them as a table, and gives back what they took.`;

/** The command's help, with a part for each vendor. */
export const usage = Object.values(vendors)
  .map(({ name, options }) => helpOf(name, about, { options: { ...options, ...baseUrlOption } }))
  .join('\n')
  .replaceAll('Usage: switchyard', 'Usage: npm run connector:check --');

/**
 * Parses the arguments; null for a help request.
 *
 * @param baseUrls The vendors' addresses in `CONNECTOR_BASE_URLS`, which need no option.
 * @throws {UsageError} for an unknown vendor or option, a missing credential, and live credentials. None is repeated.
 */
export function readOptions(
  [name, ...rest]: readonly string[],
  baseUrls: Readonly<Record<string, string>> = {},
): (LiveAccount & { readonly vendor: LiveVendor }) | null {
  if (name === undefined || name === '--help' || name === '-h') return null;
  const vendor = Object.hasOwn(vendors, name) ? vendors[name]! : null;
  if (!vendor) {
    throw new UsageError(`There is no check of this vendor. Known: ${Object.keys(vendors).join(', ')}.`);
  }
  const given = readArguments<Readonly<Record<string, { about: string; value: string }>>>(rest, {
    options: { ...vendor.options, ...baseUrlOption },
  });
  if (given === null) return null;
  const { 'base-url': option, ...values } = given.values;
  const baseUrl = option ?? baseUrls[name] ?? null;
  if (baseUrl !== null && !URL.canParse(baseUrl)) throw new UsageError('--base-url must be an address.');
  const credentials: Record<string, string> = {};
  for (const [name, { credential }] of Object.entries(vendor.options)) {
    if (values[name]) credentials[credential] = values[name];
  }
  const refused = vendor.refuse(credentials);
  if (refused) throw new UsageError(refused);
  return { vendor, credentials, baseUrl };
}
