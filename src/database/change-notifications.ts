import { Client, type Pool } from 'pg';
import type { NotifyChanges } from '../core/foundation/context.ts';
import { connectionOptions } from './pools.ts';

const UPDATES = 'switchyard_updates';
const DELIVERIES = 'switchyard_deliveries';
const KEY_CHANGES = 'switchyard_key_changes';

/** The shortest time between two notifications; changes in between are batched. */
const BATCH_MS = 50;
/** How many merchants one notification names: PostgreSQL limits a payload to 8000 bytes. */
const MERCHANTS_MAX = 100;
const RECONNECT_MS = 1_000;
/** How long the server may take to answer LISTEN. */
const LISTEN_MS = 5_000;

/** Receives the merchants concerned; null, meaning any, if notifications may have been missed. */
export type MerchantsListener = (merchantIds: ReadonlySet<string> | null) => void;

/**
 * Change notifications between processes, by PostgreSQL's NOTIFY and LISTEN. They are sent after the commit, in
 * statements that write nothing: PostgreSQL serializes the commits of transactions that notify, so notifying in a
 * command's own would make every other command wait for its disk flush.
 */
export class ChangeNotifications {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  readonly #updates = new Set<MerchantsListener>();
  readonly #keyChanges = new Set<MerchantsListener>();
  readonly #deliveries = new Set<() => void>();
  #merchantIds = new Set<string>();
  #keyHolders = new Set<string>();
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

  readonly notify: NotifyChanges = ({ merchantIds, deliveries, keyHolders = [] }) => {
    for (const merchantId of merchantIds) this.#merchantIds.add(merchantId);
    for (const merchantId of keyHolders) this.#keyHolders.add(merchantId);
    // This process refuses a revoked key from its very next request on.
    const holders = new Set(keyHolders);
    if (holders.size > 0) for (const listener of this.#keyChanges) listener(holders);
    this.#hasDeliveries ||= deliveries;
    const waitMs = this.#sentMs + BATCH_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, waitMs));
  };

  /** Subscribes to updates; returns the unsubscribe function. */
  onUpdates(listener: MerchantsListener): () => void {
    return this.#listen(this.#updates, listener);
  }

  /** Subscribes to changes of keys and of merchant accounts; returns the unsubscribe function. */
  onKeyChanges(listener: MerchantsListener): () => void {
    return this.#listen(this.#keyChanges, listener);
  }

  /** Subscribes to new or newly due deliveries; returns the unsubscribe function. */
  onDeliveries(listener: () => void): () => void {
    return this.#listen(this.#deliveries, listener);
  }

  /** Sends the pending notifications and closes the listening connection. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#updates.clear();
    this.#deliveries.clear();
    this.#keyChanges.clear();
    this.#send();
    await this.#sending;
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const notifications = [
      ...(this.#hasDeliveries ? [[DELIVERIES, '']] : []),
      ...naming(UPDATES, this.#merchantIds),
      ...naming(KEY_CHANGES, this.#keyHolders),
    ];
    this.#merchantIds = new Set();
    this.#keyHolders = new Set();
    this.#hasDeliveries = false;
    if (notifications.length === 0) return;
    this.#sentMs = performance.now();
    const text =
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n(channel, payload)';
    const values = [notifications.map(([channel]) => channel), notifications.map(([, payload]) => payload)];
    // A lost notification does no harm: listeners also poll.
    this.#sending = this.#sending.then(() => this.#pool.query(text, values).catch(this.#onError));
  }

  #listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    if (!this.#client) this.#connect();
    return () => listeners.delete(listener);
  }

  /** Opens the listening connection, and reopens it if it breaks; listeners then assume they missed something. */
  #connect(): void {
    // Nothing is ever sent on it, so without keep-alive a silently dropped connection would go unnoticed.
    const client = new Client({
      ...connectionOptions(this.#url),
      application_name: 'switchyard listener',
      query_timeout: LISTEN_MS,
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
    client.on('end', () => reconnect(new Error('The connection that listens for notifications was closed.')));
    client.on('notification', ({ channel, payload }) => this.#onNotification(channel, payload ?? ''));
    client
      .connect()
      .then(() => client.query(`listen ${UPDATES}; listen ${DELIVERIES}; listen ${KEY_CHANGES}`))
      .then(() => {
        for (const listener of [...this.#updates, ...this.#keyChanges]) listener(null);
        for (const listener of this.#deliveries) listener();
      })
      .catch(reconnect);
  }

  #onNotification(channel: string, payload: string): void {
    if (channel === DELIVERIES) {
      for (const listener of this.#deliveries) listener();
      return;
    }
    const merchantIds = new Set(JSON.parse(payload) as string[]);
    const listeners = channel === KEY_CHANGES ? this.#keyChanges : this.#updates;
    for (const listener of listeners) listener(merchantIds);
  }
}

/** Notifications on a channel that name merchants. */
function naming(channel: string, merchants: ReadonlySet<string>): string[][] {
  const ids = [...merchants];
  const count = Math.ceil(ids.length / MERCHANTS_MAX);
  return Array.from({ length: count }, (_, i) => [
    channel,
    JSON.stringify(ids.slice(i * MERCHANTS_MAX, (i + 1) * MERCHANTS_MAX)),
  ]);
}
