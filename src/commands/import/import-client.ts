import { setTimeout as sleep } from 'node:timers/promises';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { OperatorError } from '../../core/foundation/operator-error.ts';
import { urlPath } from '../../core/foundation/url-path.ts';

/** An import as the service shows it. */
export interface ShownImport {
  readonly import_id: string;
  readonly status: string;
  readonly rows_total: number;
  readonly rows_done: number;
  readonly rows_created: number;
  readonly rows_updated: number;
  readonly rows_duplicate: number;
  readonly rows_failed: number;
}

/** A result as the service shows it. */
export type ShownResult = Readonly<Record<string, string | number | null>>;

/** The file is up to 64 MiB. */
const UPLOAD_MS = 10 * 60_000;
const READ_MS = 30_000;
const PAGE_SIZE = 100;
/** How often reads are tried while a service restarts: for five minutes. */
const TRIES = 300;
const WAIT_MS = 1_000;

/** The service, or a proxy in front of it, cannot respond at present. */
class Unreachable extends OperatorError {}

interface Call {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/**
 * Calls a service with an API key. Every failure is an {@link OperatorError}, without the key and the body. Reads wait for
 * a service that restarts meanwhile, as the import goes on with it.
 */
export class ImportClient {
  readonly #url: string;
  readonly #key: string;
  readonly #say: (text: string) => void;
  readonly #waitMs: number;

  /** @param say Prints why a read waits. */
  constructor(url: string, key: string, say: (text: string) => void, waitMs = WAIT_MS) {
    this.#url = url;
    this.#key = key;
    this.#say = say;
    this.#waitMs = waitMs;
  }

  /** Encrypts a file for the public key of the service. */
  async encrypt(content: Buffer): Promise<Buffer> {
    const { keys } = await this.#call<{ keys: (JWK & { kid: string })[] }>('/imports/public_key');
    const [jwk] = keys;
    if (!jwk) throw new OperatorError('The service has no public key for imports.');
    const jwe = await new CompactEncrypt(content)
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
    return Buffer.from(jwe, 'latin1');
  }

  /** Uploads a file. */
  upload(body: Buffer, type: string, account: string | undefined): Promise<ShownImport> {
    const query = account === undefined ? '' : urlPath`?merchant_connector_id=${account}`;
    const headers = { 'content-type': type };
    return this.#call(`/imports/payment_methods${query}`, { method: 'POST', headers, body });
  }

  /** Reads an import. */
  read(id: string): Promise<ShownImport> {
    return this.#read(urlPath`/imports/payment_methods/${id}`);
  }

  /** Reads the results of an import, in the order of the file. */
  async *results(id: string): AsyncGenerator<ShownResult> {
    const path = urlPath`/imports/payment_methods/${id}/results?limit=${PAGE_SIZE}`;
    for (let after = ''; ; ) {
      const page = await this.#read<{ data: ShownResult[]; has_more: boolean }>(path + after);
      yield* page.data;
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      after = urlPath`&starting_after=${last.result_id!}`;
    }
  }

  async #read<T>(path: string): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#call<T>(path);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        if (tries === TRIES) {
          throw new OperatorError(
            `${error.message} The import goes on with the service. To see the results, send the file again: no row is saved twice.`,
          );
        }
        if (tries === 1) this.#say(`${error.message} Waiting for it, up to five minutes.`);
        await sleep(this.#waitMs);
      }
    }
  }

  async #call<T>(path: string, { body, headers = {}, method }: Call = {}): Promise<T> {
    const response = await fetch(this.#url + path, {
      method: method ?? 'GET',
      headers: { 'api-key': this.#key, ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
      // Following a redirect would send the cards and the key to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(method === 'POST' ? UPLOAD_MS : READ_MS),
    }).catch((error: Error) => {
      const cause = error.cause as NodeJS.ErrnoException | undefined;
      throw new Unreachable(`The service is not reachable at ${this.#url}: ${cause?.code ?? error.name}.`);
    });
    const answer = (await response.json().catch(() => null)) as
      | (T & { error?: { code?: string; message?: string } })
      | null;
    if (response.ok && answer) return answer;
    const { code, message } = answer?.error ?? {};
    const Failure = [502, 503, 504].includes(response.status) ? Unreachable : OperatorError;
    if (!message) throw new Failure(`${this.#url} answered ${response.status}: check --url.`);
    throw new Failure(`The service refused (${code}): ${message}`);
  }
}
