import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { KeyError } from '../../core/foundation/ports/key-encrypting-key.ts';

/** Timeout of one try. */
const TRY_MS = 5_000;
const RETRIES = 2;

/** A request to a system that holds keys. */
export interface KeyRequest {
  /** The system and its address, for errors: `Vault at https://vault:8200`. */
  readonly system: string;
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body?: string;
  /** The settings that may be wrong, by the code of a refusal or its status. */
  help(code: string): string;
  /** The code of a refusal in its body; null if it has none. */
  codeIn?(body: unknown): string | null;
}

/** A response that says that the system cannot answer at the moment. */
class Unavailable extends KeyError {}

/** Retries broken connections and transient responses: wrapping and unwrapping may be repeated. */
const policy = retry(
  handleWhen((error) => error instanceof Unavailable),
  { maxAttempts: RETRIES, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 1_000 }) },
);

/**
 * Sends a request and returns the JSON of its response.
 *
 * @throws {KeyError} naming the system, the status of its response, and the setting to mend. It quotes neither the request nor the
 *   response: both may contain a secret.
 */
export const askKeyService = (request: KeyRequest): Promise<Readonly<Record<string, unknown>>> =>
  policy.execute(() => send(request));

async function send({ body, codeIn, headers, help, method = 'POST', system, url }: KeyRequest) {
  let answer: { readonly status: number; readonly ok: boolean; readonly json: unknown };
  try {
    const signal = AbortSignal.timeout(TRY_MS);
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal,
      ...(body ? { body } : {}),
    });
    answer = { status: response.status, ok: response.ok, json: jsonIn(await response.text()) };
  } catch (error) {
    throw new Unavailable(
      `${system} cannot be reached (${reasonOf(error as Error)}). ${help('unreachable')}`,
    );
  }
  const { json, ok, status } = answer;
  if (ok && typeof json === 'object' && json !== null) return json as Record<string, unknown>;
  const code = codeIn?.(json) ?? null;
  const said = code === null ? `${status}` : `${status} ${code}`;
  const Failure = status >= 500 || status === 429 ? Unavailable : KeyError;
  throw new Failure(`${system} answered ${said}. ${help(code ?? String(status))}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why a request broke: the code of the network's error, such as `ECONNREFUSED`. */
function reasonOf({ cause, name }: Error): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string'
    ? code
    : name === 'TimeoutError'
      ? `no answer in ${TRY_MS / 1_000} s`
      : name;
}

/** Bytes in Base64 of a field of a response. */
export function bytesIn(system: string, value: unknown): Buffer {
  if (typeof value !== 'string' || value === '') throw new KeyError(`${system} answered without a key.`);
  return Buffer.from(value, 'base64');
}
