import { parseArgs } from 'node:util';

/** A failure whose message tells the user how to fix it; printed without a stack. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export const usage = `Usage: npm run listen -- --api-key <key>

Receives a merchant's webhooks on this machine, verifies their signatures and prints them as they arrive.
  --api-key  the merchant's API key (sk_test_…)
  --url      base URL of the service; default http://127.0.0.1:8080
  --port     port to listen on; default 8090, 0 takes any free port
  --profile  business profile to listen for (pro_…); default all of the merchant's
  --fail     respond 500 to this percentage of webhooks, 0 to 100
  --answer   respond to every webhook with this status, 200 to 599
  --delay    milliseconds to wait before responding
  --body     print whole bodies
  --keep     leave the profiles' webhook URLs pointing here on exit
`;

/** An argument is missing or invalid; the usage is printed with it. */
export class UsageError extends ListenError {}

/** The command line's options. */
export interface ListenOptions {
  readonly apiKey: string;
  /** Base URL of the service, without a trailing slash. */
  readonly serviceUrl: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The profile to listen for; null listens for all. */
  readonly profileId: string | null;
  readonly failPercent: number;
  /** The status of every response; null responds 200, except for those that `failPercent` selects. */
  readonly answerStatus: number | null;
  readonly delayMs: number;
  readonly showsBodies: boolean;
  /** Whether the webhook URLs keep pointing here on exit. */
  readonly keepsAddresses: boolean;
}

const options = {
  'api-key': { type: 'string' },
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  port: { type: 'string', default: '8090' },
  profile: { type: 'string' },
  fail: { type: 'string' },
  answer: { type: 'string' },
  delay: { type: 'string', default: '0' },
  body: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const PORT_MAX = 65_535;
const DELAY_MAX_MS = 600_000;

/**
 * Reads the command's arguments; null for `--help`. No message repeats a value, which may be a misplaced key.
 *
 * @throws {UsageError} naming the option that is missing or invalid.
 */
export function readOptions(args: readonly string[]): ListenOptions | null {
  const values = parse(args);
  if (values.help) return null;
  if (values.fail !== undefined && values.answer !== undefined) {
    throw new UsageError('--fail and --answer exclude each other: give one of them.');
  }
  return {
    apiKey: readApiKey(values['api-key']),
    serviceUrl: readServiceUrl(values.url),
    port: whole('--port', values.port, 0, PORT_MAX),
    profileId: readProfileId(values.profile),
    failPercent: whole('--fail', values.fail ?? '0', 0, 100),
    answerStatus: values.answer === undefined ? null : whole('--answer', values.answer, 200, 599),
    delayMs: whole('--delay', values.delay, 0, DELAY_MAX_MS),
    showsBodies: values.body,
    keepsAddresses: values.keep,
  };
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length === 0) return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  throw new UsageError('Every value must follow the name of its option, such as --api-key.');
}

function readApiKey(key: string | undefined): string {
  if (!key) {
    throw new UsageError(
      '--api-key is missing. The first npm start prints one; npm run demo creates another merchant with a key.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      '--api-key has characters that keys never contain. Copy the whole key, without an ellipsis.',
    );
  }
  if (key.startsWith('sk_live_')) {
    throw new UsageError(
      "--api-key is a live key: listening would take the webhooks away from the merchant's own server. Use a test key.",
    );
  }
  return key;
}

function readServiceUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      '--url must be the http or https URL of the service, such as http://127.0.0.1:8080.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readProfileId(id: string | undefined): string | null {
  if (id === undefined) return null;
  if (/^[\w-]{1,64}$/.test(id)) return id;
  throw new UsageError('--profile must be the identifier of a business profile, such as pro_01K….');
}

function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}.`);
}
