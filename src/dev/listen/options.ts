import { parseArgs } from 'node:util';

/** Why listening cannot go on, and how to mend it: a sentence for whoever typed the command, without a stack. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export const usage = `Usage: npm run listen -- --api-key <key>

Receives a merchant's webhooks on this machine, verifies their signatures and prints them as they come.
  --api-key  an API key of the merchant's (sk_test_…)
  --url      where the service is; http://127.0.0.1:8080 unless given
  --port     where to listen; 8090 unless given, 0 takes any free port
  --profile  the business profile to listen for (pro_…); all of the merchant's unless given
  --fail     answer 500 to so many percent of the webhooks, 0 to 100
  --answer   answer always with this status, 200 to 599
  --delay    wait so many milliseconds before answering
  --body     print whole bodies
  --keep     leave the profiles' addresses pointing here when it stops
`;

/** An argument is missing or wrong; what the command takes is worth showing with it. */
export class UsageError extends ListenError {}

/** What was asked for on the command line. */
export interface ListenOptions {
  readonly apiKey: string;
  /** Where the service is, without a slash at the end. */
  readonly serviceUrl: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The one profile to listen for; null listens for all of them. */
  readonly profileId: string | null;
  readonly failPercent: number;
  /** The status of every answer; null answers 200, but for those that are to fail. */
  readonly answerStatus: number | null;
  readonly delayMs: number;
  readonly showsBodies: boolean;
  /** Whether the addresses stay as they are when it stops. */
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
 * Reads the command's arguments; null when help is asked for. No message repeats a value: it may be a key in
 * the wrong place.
 *
 * @throws {UsageError} naming what is missing or wrong.
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
  throw new UsageError('Every value needs the name of its option in front of it, such as --api-key.');
}

function readApiKey(key: string | undefined): string {
  if (!key) {
    throw new UsageError(
      '--api-key is missing. The first npm start prints one; npm run demo makes another merchant with a key.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      '--api-key has characters that no key has. Copy the whole key, without an ellipsis.',
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
      '--url must be the http or https address of the service, such as http://127.0.0.1:8080.',
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
