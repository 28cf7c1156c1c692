import pg, { type Pool } from 'pg';
import { connectionOptions } from './pools.ts';

/** A position in a server's write-ahead log. */
export interface LogPosition {
  /** Which course of history it is on: each server that is promoted begins another. */
  readonly timeline: number;
  /** Its distance from the log's beginning. */
  readonly bytes: bigint;
}

/** The identity of a server's cluster, to compare connections by. */
export interface ClusterIdentity {
  readonly system: string;
  readonly database: string;
  readonly role: string;
}

/** Timeout of connecting, and of a response. */
const ANSWER_MS = 1_000;

export const identityColumns = `(select system_identifier::text from pg_control_system()) as system,
  current_database()::text as database, current_user::text as role`;

/**
 * A position in the log that every acknowledged commit precedes: the flushed one, because replicas never get more.
 * Commits that do not wait for the flush are acknowledged before it; for them it is the written one.
 */
const positionText = `
  select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
              else pg_current_wal_flush_lsn() end::text as position,
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`;

/** The bytes before a position that is written like `16/B374D848`. */
export function bytesBefore(position: string): bigint {
  const [high, low] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Opens a connection for short queries only, or none while it is not used. */
export function openQuestions(url: string, name: string): Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: `switchyard ${name}`,
  });
  pool.on('error', () => {});
  return pool;
}

/** Finds the position that a replica must reach to show every commit acknowledged so far, by any process. */
export class ReadIndex {
  readonly #pool: Pool;
  #asked: Promise<unknown> = Promise.resolve();
  #next: Promise<LogPosition> | undefined;

  /** @param url The primary's, not a pooler's. */
  constructor(url: string) {
    this.#pool = openQuestions(url, 'read index');
  }

  /**
   * The position at some moment after the call. Callers share the next query while one is in progress. Rejects if the
   * primary does not respond, or is a replica itself.
   */
  current(): Promise<LogPosition> {
    this.#next ??= this.#asked
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        const asked = this.#ask();
        this.#asked = asked;
        return asked;
      });
    return this.#next;
  }

  async #ask(): Promise<LogPosition> {
    const { rows } = await this.#pool.query<{ position: string; timeline: string }>({
      name: 'position',
      text: positionText,
    });
    const [{ position, timeline }] = rows as [{ position: string; timeline: string }];
    return { bytes: bytesBefore(position), timeline: Number.parseInt(timeline, 16) };
  }

  /** The cluster that a replica must share with the primary. */
  async identity(): Promise<ClusterIdentity> {
    const { rows } = await this.#pool.query<ClusterIdentity>(`select ${identityColumns}`);
    return rows[0]!;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
