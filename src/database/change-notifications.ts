import { Client, type Pool } from 'pg';
import type { NotifyChanges } from '../core/foundation/change-notification.ts';

const UPDATES = 'switchyard_updates';
const DELIVERIES = 'switchyard_deliveries';

/** The minimum interval between notifications; changes in between are sent as one. */
const GATHER_MS = 50;
/** Merchants per notification: PostgreSQL limits its payload to 8000 bytes. */
const MERCHANTS_MAX = 100;
const RECONNECT_MS = 1_000;

/** Called with the merchants that have updates; with null after a reconnect, when any merchant may have some. */
export type UpdatesListener = (merchantIds: ReadonlySet<string> | null) => void;

/**
 * Change notifications between processes, over PostgreSQL's NOTIFY and LISTEN. They are sent after the commit, in
 * statements of their own: PostgreSQL serialises the commits of transactions that notify, so every command would wait
 * for the disk of the one before.
 */
export class ChangeNotifications {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  readonly #updates = new Set<UpdatesListener>();
  readonly #deliveries = new Set<() => void>();
  #merchantIds = new Set<string>();
  #hasDeliveries = false;
  #timer: NodeJS.Timeout | undefined;
  #sentMs = Number.NEGATIVE_INFINITY;
  #sending: Promise<unknown> = Promise.resolve();
  #client: Client | undefined;
  #stopped = false;

  constructor(parts: { pool: Pool; url: string; onError: (error: unknown) => void }) {
    this.#pool = parts.pool;
    this.#url = parts.url;
    this.#onError = parts.onError;
  }

  readonly announce: NotifyChanges = ({ merchantIds, deliveries }) => {
    for (const merchantId of merchantIds) this.#merchantIds.add(merchantId);
    this.#hasDeliveries ||= deliveries;
    const waitMs = this.#sentMs + GATHER_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, waitMs));
  };

  /** Listens for updates; the returned function stops listening. */
  onUpdates(listener: UpdatesListener): () => void {
    return this.#listen(this.#updates, listener);
  }

  /** Listens for new webhook deliveries; the returned function stops listening. */
  onDeliveries(listener: () => void): () => void {
    return this.#listen(this.#deliveries, listener);
  }

  /** Sends pending notifications and closes the listening connection. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#updates.clear();
    this.#deliveries.clear();
    this.#send();
    await this.#sending;
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const merchantIds = [...this.#merchantIds];
    const notices = this.#hasDeliveries ? [[DELIVERIES, '']] : [];
    for (let i = 0; i < merchantIds.length; i += MERCHANTS_MAX) {
      notices.push([UPDATES, JSON.stringify(merchantIds.slice(i, i + MERCHANTS_MAX))]);
    }
    this.#merchantIds = new Set();
    this.#hasDeliveries = false;
    if (notices.length === 0) return;
    this.#sentMs = performance.now();
    const text =
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n(channel, payload)';
    const values = [notices.map(([channel]) => channel), notices.map(([, payload]) => payload)];
    // Losing a notification is harmless: listeners also poll.
    this.#sending = this.#sending.then(() => this.#pool.query(text, values).catch(this.#onError));
  }

  #listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    if (!this.#client) this.#connect();
    return () => listeners.delete(listener);
  }

  /** Opens the listening connection and reopens it whenever it breaks; notifications sent meanwhile are lost. */
  #connect(): void {
    // Nothing is ever sent on this connection, so only keep-alive detects that it died silently.
    const client = new Client({
      connectionString: this.#url,
      application_name: 'switchyard listener',
      keepAlive: true,
    });
    this.#client = client;
    let lost = false;
    const reconnect = (error: unknown) => {
      if (lost || this.#stopped) return;
      lost = true;
      this.#onError(error);
      client.end().catch(() => {});
      setTimeout(() => !this.#stopped && this.#connect(), RECONNECT_MS).unref();
    };
    client.on('error', reconnect);
    client.on('end', () => reconnect(new Error('The connection that listens for notifications has ended.')));
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''));
    client
      .connect()
      .then(() => client.query(`listen ${UPDATES}; listen ${DELIVERIES}`))
      .then(() => {
        for (const listener of this.#updates) listener(null);
        for (const listener of this.#deliveries) listener();
      })
      .catch(reconnect);
  }

  #dispatch(channel: string, payload: string): void {
    if (channel === DELIVERIES) {
      for (const listener of this.#deliveries) listener();
      return;
    }
    const merchantIds = new Set(JSON.parse(payload) as string[]);
    for (const listener of this.#updates) listener(merchantIds);
  }
}
