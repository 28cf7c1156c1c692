import { Client, type Pool } from 'pg';
import type { NotifyChanges } from '../core/foundation/ports/change-notification.ts';
import { connectionOptions } from './pools.ts';

const DELIVERIES = 'switchyard_deliveries';

/** The shortest time between two notifications; changes in between are batched. */
const BATCH_MS = 50;
/** Merchants named per notification: PostgreSQL limits a payload to 8000 bytes. */
const MERCHANTS_MAX = 100;
const RECONNECT_MS = 1_000;
/** Timeout of LISTEN. */
const LISTEN_MS = 5_000;

const none: ReadonlySet<string> = new Set();

/** Receives the merchants concerned; null, meaning any, if notifications may have been missed. */
export type MerchantsListener = (merchantIds: ReadonlySet<string> | null) => void;

/** A channel whose notifications name merchants: those to be named next, and who listens. */
class MerchantsChannel {
  readonly listeners = new Set<MerchantsListener>();
  #pending = new Set<string>();

  constructor(readonly name: string) {}

  add(merchantIds: ReadonlySet<string>): void {
    for (const merchantId of merchantIds) this.#pending.add(merchantId);
  }

  notify(merchantIds: ReadonlySet<string> | null): void {
    for (const listener of this.listeners) listener(merchantIds);
  }

  /** Takes the pending notifications, as channel and payload. */
  take(): string[][] {
    const ids = [...this.#pending];
    this.#pending = new Set();
    const count = Math.ceil(ids.length / MERCHANTS_MAX);
    return Array.from({ length: count }, (_, i) => [
      this.name,
      JSON.stringify(ids.slice(i * MERCHANTS_MAX, (i + 1) * MERCHANTS_MAX)),
    ]);
  }
}

/**
 * Change notifications between processes, by PostgreSQL's NOTIFY and LISTEN. They are sent after the commit, in
 * statements that write nothing: PostgreSQL serializes the commits of transactions that notify, so notifying in a
 * command's own would make every other command wait for its disk flush.
 */
export class ChangeNotifications {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  readonly #updates = new MerchantsChannel('switchyard_updates');
  readonly #keyChanges = new MerchantsChannel('switchyard_key_changes');
  readonly #settingsChanges = new MerchantsChannel('switchyard_settings_changes');
  readonly #channels = [this.#updates, this.#keyChanges, this.#settingsChanges];
  readonly #deliveries = new Set<() => void>();
  #hasDeliveries = false;
  #timer: NodeJS.Timeout | undefined;
  #sentMs = Number.NEGATIVE_INFINITY;
  #sending: Promise<unknown> = Promise.resolve();
  #client: Client | undefined;
  #listening = false;
  #stopped = false;

  constructor(parts: { pool: Pool; url: string; onError: (error: unknown) => void }) {
    this.#pool = parts.pool;
    this.#url = parts.url;
    this.#onError = parts.onError;
  }

  readonly notify: NotifyChanges = ({ merchantIds, deliveries, keyHolders = none, settingsOf = none }) => {
    this.#updates.add(merchantIds);
    this.#keyChanges.add(keyHolders);
    this.#settingsChanges.add(settingsOf);
    // This process refuses a revoked key from its very next request on.
    if (keyHolders.size > 0) this.#keyChanges.notify(keyHolders);
    if (settingsOf.size > 0) this.#settingsChanges.notify(settingsOf);
    this.#hasDeliveries ||= deliveries;
    if (keyHolders.size > 0 || settingsOf.size > 0) {
      // Sent at once: they are rare, and until one arrives other processes use stale values.
      this.#send();
      return;
    }
    const waitMs = this.#sentMs + BATCH_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, waitMs));
  };

  /** Whether notifications of all processes are believed to arrive: a connection listens. */
  readonly isListening = (): boolean => this.#listening;

  /** Subscribes to updates; returns the unsubscribe function. */
  onUpdates(listener: MerchantsListener): () => void {
    return this.#listen(this.#updates.listeners, listener);
  }

  /** Subscribes to changes of keys and of merchant accounts; returns the unsubscribe function. */
  onKeyChanges(listener: MerchantsListener): () => void {
    return this.#listen(this.#keyChanges.listeners, listener);
  }

  /** Subscribes to changes of settings: of the merchants named, or of `*`, which all share. */
  onSettingsChanges(listener: MerchantsListener): () => void {
    return this.#listen(this.#settingsChanges.listeners, listener);
  }

  /** Subscribes to new or newly due deliveries; returns the unsubscribe function. */
  onDeliveries(listener: () => void): () => void {
    return this.#listen(this.#deliveries, listener);
  }

  /** Sends the pending notifications and closes the listening connection. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listening = false;
    for (const { listeners } of this.#channels) listeners.clear();
    this.#deliveries.clear();
    this.#send();
    await this.#sending;
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const notifications = [
      ...(this.#hasDeliveries ? [[DELIVERIES, '']] : []),
      ...this.#channels.flatMap((channel) => channel.take()),
    ];
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
    const names = this.#channels.map(({ name }) => name);
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
      this.#listening = false;
      this.#onError(error);
      client.end().catch(() => {});
      setTimeout(() => !this.#stopped && this.#connect(), RECONNECT_MS).unref();
    };
    client.on('error', reconnect);
    client.on('end', () => reconnect(new Error('The connection that listens for notifications was closed.')));
    client.on('notification', ({ channel, payload }) => this.#onNotification(channel, payload ?? ''));
    client
      .connect()
      .then(() => client.query([DELIVERIES, ...names].map((name) => `listen ${name}`).join('; ')))
      .then(() => {
        if (lost || this.#stopped) return;
        this.#listening = true;
        for (const channel of this.#channels) channel.notify(null);
        for (const listener of this.#deliveries) listener();
      })
      .catch(reconnect);
  }

  #onNotification(channel: string, payload: string): void {
    if (channel === DELIVERIES) {
      for (const listener of this.#deliveries) listener();
      return;
    }
    const notified = this.#channels.find(({ name }) => name === channel);
    notified?.notify(new Set(JSON.parse(payload) as string[]));
  }
}
