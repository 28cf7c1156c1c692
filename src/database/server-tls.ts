import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ClientConfig } from 'pg';

/** Parameters of a URL that name a file, and the driver's options with its content. */
const files = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/**
 * The driver's connection options for a server, so that TLS follows docs/install.md.
 *
 * - It takes `prefer`, `require` and `verify-ca` for `verify-full`, and warns that its next version will not.
 * - It would check the certificate of a server that is named by its address for the name `localhost`.
 */
export function serverOf(url: string): Pick<ClientConfig, 'connectionString' | 'ssl'> {
  if (/[?&]uselibpqcompat=true\b/.test(url)) return { connectionString: url };
  const connectionString = url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  if (!URL.canParse(connectionString)) return { connectionString };
  const parsed = new URL(connectionString);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const { searchParams } = parsed;
  const verifies = (searchParams.get('sslmode') ?? searchParams.get('ssl') ?? '').match(
    /^(?:verify-full|true|1)$/,
  );
  if (isIP(host) === 0 || !verifies) return { connectionString };
  const ssl: Record<string, string> = { host };
  for (const [parameter, option] of Object.entries(files)) {
    const file = searchParams.get(parameter);
    if (file) ssl[option] = readFileSync(file, 'utf8');
  }
  for (const parameter of ['sslmode', 'ssl', ...Object.keys(files)]) searchParams.delete(parameter);
  return { connectionString: parsed.href, ssl };
}
