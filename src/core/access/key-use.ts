import type { Caller } from '../foundation/caller.ts';
import type { RowSource, Statement } from '../reads/index.ts';
import { StatementBuilder } from '../reads/statement.ts';

/** A key's use is written once in this time, however often the key is used. */
const WRITE_EVERY_MS = 60_000;
/** How long a use waits at most until it is written, together with those of other keys. */
const FLUSH_EVERY_MS = 5_000;

interface Use {
  readonly merchantId: string;
  readonly keyId: string;
  readonly atMs: number;
}

/** What a recorder needs besides rows. */
export interface KeyUseOptions {
  readonly now?: () => Date;
  /** Told when uses could not be written; no request ever is. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Remembers when API keys were used and writes it behind the requests' backs: a request neither waits for
 * `last_used_at` nor fails with it.
 */
export class KeyUse {
  readonly #rows: RowSource;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Map<string, Use>();
  readonly #notedMs = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(rows: RowSource, options: KeyUseOptions = {}) {
    this.#rows = rows;
    this.#now = options.now ?? (() => new Date());
    this.#onError = options.onError ?? (() => {});
  }

  /** Notes that a caller's key is in use. Callers with other kinds of key are passed over. */
  note(caller: Caller): void {
    if (caller.kind !== 'api_key') return;
    const { merchantId, keyId } = caller;
    const id = JSON.stringify([merchantId, keyId]);
    const atMs = this.#now().getTime();
    const noted = this.#notedMs.get(id);
    if (noted !== undefined && atMs - noted < WRITE_EVERY_MS) return;
    this.#notedMs.set(id, atMs);
    this.#pending.set(id, { merchantId, keyId, atMs });
  }

  /** Starts writing in the background. It does not keep the process alive. */
  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Writes what is still to be written and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  /** Writes what has been noted: one statement for all keys. It never throws. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch((error: unknown) => this.#onError(error));
    return this.#writing;
  }

  async #write(): Promise<void> {
    const uses = [...this.#pending.values()];
    this.#pending.clear();
    this.#forgetOld();
    if (uses.length > 0) await this.#rows.query(updateStatement(uses), null);
  }

  /** What is older than the interval decides nothing any more and would only take up memory. */
  #forgetOld(): void {
    const oldestMs = this.#now().getTime() - WRITE_EVERY_MS;
    for (const [id, atMs] of this.#notedMs) if (atMs <= oldestMs) this.#notedMs.delete(id);
  }
}

/** Several processes may have noted the same key; the later moment stays. */
function updateStatement(uses: readonly Use[]): Statement {
  const builder = new StatementBuilder();
  const list = (values: readonly string[], type: string) => builder.parameter(values, `${type}[]`);
  const merchantIds = list(
    uses.map((use) => use.merchantId),
    'text',
  );
  const keyIds = list(
    uses.map((use) => use.keyId),
    'text',
  );
  const moments = list(
    uses.map((use) => new Date(use.atMs).toISOString()),
    'timestamptz',
  );
  return builder.build(
    `update api_keys k set last_used_at = greatest(k.last_used_at, u.used_at)
     from unnest(${merchantIds}, ${keyIds}, ${moments}) as u(merchant_id, key_id, used_at)
     where k.merchant_id = u.merchant_id and k.key_id = u.key_id`,
  );
}
