import { type OptionValues, UsageError, whole } from '../command-line.ts';

/** A failure whose message says how to fix it; printed without a stack. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  /** The parameter that the service refused. */
  readonly param: string | null;

  constructor(message: string, param: string | null = null) {
    super(message);
    this.param = param;
  }
}

/** The options of the command. */
export const listenOptions = {
  'api-key': {
    value: 'key',
    about: "the merchant's test API key; the first npm start prints one, as does npm run demo",
    required: true,
  },
  url: { value: 'url', about: 'base URL of the service', default: 'http://127.0.0.1:8080' },
  port: { value: 'port', about: 'port to listen on, 0 takes any free one', default: '8090' },
  profile: {
    value: 'profile_id',
    about: "business profile to listen for; unless given, all of the merchant's",
  },
  fail: { value: 'percentage', about: 'respond 500 to this percentage of webhooks, 0 to 100' },
  answer: { value: 'status', about: 'respond to every webhook with this status, 200 to 599' },
  delay: { value: 'ms', about: 'milliseconds to wait before responding', default: '0' },
  body: { about: 'print whole bodies' },
  keep: { about: 'leave the webhook endpoints on exit: the next session on this port goes on with them' },
} as const;

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
  /** The status of every response; null responds 200, except to the share that `failPercent` selects. */
  readonly answerStatus: number | null;
  readonly delayMs: number;
  readonly showsBodies: boolean;
  /** Whether the webhook endpoints stay on exit. */
  readonly keepsEndpoints: boolean;
}

const PORT_MAX = 65_535;
const DELAY_MAX_MS = 600_000;

/**
 * Reads the command's options. No message repeats a value, which may be a misplaced key.
 *
 * @throws {UsageError} naming the option that is invalid.
 */
export function readOptions(values: OptionValues<typeof listenOptions>): ListenOptions {
  if (values.fail !== undefined && values.answer !== undefined) {
    throw new UsageError('--fail and --answer exclude each other: give one of them.');
  }
  return {
    apiKey: readApiKey(values['api-key']),
    serviceUrl: readServiceUrl(values.url),
    port: whole('port', values.port, 0, PORT_MAX),
    profileId: readProfileId(values.profile),
    failPercent: whole('fail', values.fail ?? '0', 0, 100),
    answerStatus: values.answer === undefined ? null : whole('answer', values.answer, 200, 599),
    delayMs: whole('delay', values.delay, 0, DELAY_MAX_MS),
    showsBodies: values.body,
    keepsEndpoints: values.keep,
  };
}

function readApiKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      '--api-key has characters that keys never contain. Copy the whole key, without an ellipsis.',
    );
  }
  if (key.startsWith('sk_live_')) {
    throw new UsageError(
      "--api-key is a live key: listening would send real customers' data to this machine. Use a test key.",
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
