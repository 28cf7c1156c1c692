import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unixMs } from './day.ts';

/** What a session of PostgreSQL did at a moment. */
export interface SessionSample {
  /** Unix time in milliseconds. */
  readonly atMs: number;
  readonly pid: number;
  /** What it waited for, such as `Lock transactionid` or `IO WalSync`; null while it computed. */
  readonly waitsFor: string | null;
  /** The process that holds the lock it waits for. */
  readonly blockedBy: number | null;
  /** `client backend`, or what else it is, such as `autovacuum worker`. */
  readonly backend: string;
}

const SAMPLE_MS = 20;

const SESSIONS = `select pid, backend_type as backend, wait_event_type || ' ' || wait_event as "waitsFor",
    case when wait_event_type = 'Lock' then (pg_blocking_pids(pid))[1] end as "blockedBy"
  from pg_stat_activity where pid <> pg_backend_pid()
    and (state = 'active' or (backend_type = 'autovacuum worker') or (backend_type = 'checkpointer' and wait_event_type <> 'Activity'))`;

/** Samples of sessions, with the times at which they were taken. */
export interface SessionSamples {
  readonly samples: readonly SessionSample[];
  readonly ticksMs: readonly number[];
}

/** Samples what the active sessions do, every 20 ms until it is stopped. */
export async function sampleSessions(superuserUrl: string): Promise<{ stop(): Promise<SessionSamples> }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const samples: SessionSample[] = [];
  const ticksMs: number[] = [];
  let stopped = false;
  const sampling = (async () => {
    while (!stopped) {
      const { rows } = await client.query<Omit<SessionSample, 'atMs'>>({ name: 'sessions', text: SESSIONS });
      const atMs = unixMs();
      ticksMs.push(atMs);
      samples.push(...rows.map((row) => ({ ...row, atMs })));
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await sampling;
      await client.end();
      return { samples, ticksMs };
    },
  };
}
