import { Client, type Pool } from 'pg';
import type { NotifyChanges } from '../core/foundation/change-notification.ts';

const UPDATES = 'switchyard_updates';
const DELIVERIES = 'switchyard_deliveries';

/** How long after one announcement the next is sent at the soonest: meanwhile they are gathered to one. */
const GATHER_MS = 50;
/** How many merchants one notification names: PostgreSQL takes 8000 bytes. */
const MERCHANTS_MAX = 100;
const RECONNECT_MS = 1_000;

/** Told who has updates; null where announcements may have been missed, so that it could be anybody. */
export type UpdatesListener = (merchantIds: ReadonlySet<string> | null) => void;

/**
 * Announcements between processes, over PostgreSQL's NOTIFY and LISTEN. They are sent after the commit, in
 * statements that write nothing: PostgreSQL commits transactions that notify one after the other, and a command's
 * own would make every other wait for its disk.
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

  /** Listens for updates until the function that it answers is called. */
  onUpdates(listener: UpdatesListener): () => void {
    return this.#listen(this.#updates, listener);
  }

  /** Listens for deliveries that are due. */
  onDeliveries(listener: () => void): () => void {
    return this.#listen(this.#deliveries, listener);
  }

  /** Sends what is left to announce, and lets go of its connection. */
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
    // One that is lost is made up for: listeners look by themselves too.
    this.#sending = this.#sending.then(() => this.#pool.query(text, values).catch(this.#onError));
  }

  #listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    if (!this.#client) this.#connect();
    return () => listeners.delete(listener);
  }

  /** A connection of its own, made again whenever it breaks: meanwhile anything may have been announced. */
  #connect(): void {
    // Nothing is ever sent on it, so without keep-alive a connection that died silently would never be noticed.
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
    client.on('end', () => reconnect(new Error('The connection that listens for announcements has ended.')));
    client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''));
    client
      .connect()
      .then(() => client.query(`listen ${UPDATES}; listen ${DELIVERIES}`))
      .then(() => {
        for (const listener of this.#updates) listener(null);
        for (const listener of this.#deliveries) listener();
      })
      .catch(reconnect);
  }

  #hear(channel: string, payload: string): void {
    if (channel === DELIVERIES) {
      for (const listener of this.#deliveries) listener();
      return;
    }
    const merchantIds = new Set(JSON.parse(payload) as string[]);
    for (const listener of this.#updates) listener(merchantIds);
  }
}
