import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../core/foundation/context.ts';
import type { Retention } from '../core/maintenance/retention.ts';
import { GONE_AFTER_MS, isAlive } from '../core/writes/liveness.ts';
import type { Heartbeat } from './heartbeat.ts';

/** The moments at which a task is due: the multiples of a period in Unix time, each later by an offset. */
export interface Period {
  readonly everyMs: number;
  readonly offsetMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Due every five seconds, a fixed time after each multiple of five: a person waits for the beginning of such work. */
export const everyFewSecondsAt = (second: number): Period =>
  Object.freeze({ everyMs: 5 * SECOND_MS, offsetMs: second * SECOND_MS });

/** Due at a second of each minute. Tasks have different seconds, so that they do not start all at once. */
export const everyMinuteAt = (second: number): Period =>
  Object.freeze({ everyMs: MINUTE_MS, offsetMs: second * SECOND_MS });

/** Due at a minute of each hour. */
export const hourlyAt = (minute: number): Period =>
  Object.freeze({ everyMs: 60 * MINUTE_MS, offsetMs: minute * MINUTE_MS });

/** Due once a day, at a minute of an hour of UTC. */
export const dailyAt = (hour: number, minute: number): Period =>
  Object.freeze({ everyMs: 24 * 60 * MINUTE_MS, offsetMs: (60 * hour + minute) * MINUTE_MS });

/** The first moment of a period after a time. */
export function momentAfter({ everyMs, offsetMs }: Period, time: Date): Date {
  const periods = Math.floor((time.getTime() - offsetMs) / everyMs) + 1;
  return new Date(periods * everyMs + offsetMs);
}

/** Repeated work. A run does everything due by then, so one makes up for any number of missed ones. */
export interface Task {
  /** Names its row in `scheduled_tasks`. */
  readonly name: string;
  /** Names it in metrics, where the shares of one task are counted together. */
  readonly label: string;
  readonly period: Period;
  readonly run: (ctx: Context, options: TaskOptions) => Promise<void>;
}

/** Dependencies of tasks besides their context. */
export interface TaskOptions {
  readonly logger: Logger;
  /** Retention periods; the defaults unless given. */
  readonly retention?: Retention | undefined;
}

/** Dependencies of a ticker. */
export interface TickerParts extends TaskOptions {
  readonly tasks: readonly Task[];
  /** A new context that sees every merchant. */
  readonly contextFor: () => Context;
  readonly heartbeat: Pick<Heartbeat, 'isSteady'>;
}

/** Maximum number of tasks that a process runs at once. */
const CONCURRENCY = 3;
/** A failed run is repeated after two seconds, then four, and so on until the next moment. */
const RETRY_MS = 2_000;
/** No period is as long as the delay after this many failures in a row. */
const DOUBLINGS_MAX = 20;

/** A task that this process has claimed, with the failures in a row before. */
interface Claim {
  readonly task: string;
  readonly failures: number;
}

/**
 * Runs tasks when they are due. Any number of processes may run one: each task has a row with its due time and the
 * process that runs it, so that one process at a time runs it, once per due time. Missed runs are made up for by the
 * next process. A run of a killed process is repeated once its heartbeat has ceased.
 *
 * The row is a lease. An advisory lock would last only as long as its session or transaction: a pooler provides no
 * lasting session, and a transaction as long as a run would keep dead rows from being vacuumed.
 */
export class Ticker {
  readonly #parts: TickerParts;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(parts: TickerParts) {
    this.#parts = parts;
    this.#tasks = new Map(parts.tasks.map((task) => [task.name, task]));
  }

  /** Adds the tasks that the database does not know yet, each due at its next moment. */
  async addTasks(): Promise<void> {
    const ctx = this.#parts.contextFor();
    const now = ctx.ports.now();
    const tasks = [...this.#tasks.values()];
    const text = `insert into scheduled_tasks (task, due_at) select * from unnest($1::text[], $2::timestamptz[])
                  on conflict do nothing`;
    const moments = tasks.map(({ period }) => momentAfter(period, now).toISOString());
    await ctx.rows.query(
      { text, values: [tasks.map(({ name }) => name), moments], touches: { writes: ['scheduled_tasks'] } },
      null,
    );
  }

  /** Starts the due tasks, as far as there is room and the process takes background work; returns how many. */
  async startDue(): Promise<number> {
    if (this.isFull) return 0;
    const ctx = this.#parts.contextFor();
    if (!ctx.ports.backgroundWork.isOn()) return 0;
    const now = ctx.ports.now();
    const claims = await this.#claim(ctx, now);
    for (const claim of claims) {
      const running = this.#run(claim, now).finally(() => this.#underWay.delete(claim.task));
      this.#underWay.set(claim.task, running);
    }
    return claims.length;
  }

  /** Resolves when a task ends, or at once if none runs. */
  async oneEnds(): Promise<void> {
    if (this.#underWay.size > 0) await Promise.race(this.#underWay.values());
  }

  /** Whether as many tasks run as may. */
  get isFull(): boolean {
    return this.#underWay.size >= CONCURRENCY;
  }

  /** Resolves when no task runs any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /**
   * Claims use the database's clock, as heartbeats do. A young claim is respected whatever the state of its process:
   * that process's first heartbeat may be later than this statement's snapshot. If this process does not know its own
   * claim, the response to the claim was lost.
   */
  #claim(ctx: Context, now: Date): Promise<Claim[]> {
    const isGone = `s.claimed_at < now() - interval '${GONE_AFTER_MS} ms' and not ${isAlive('s.process_id')}`;
    const text = `
      with due as (
        select s.task from scheduled_tasks s
        where s.task = any($1::text[]) and s.task <> all($2::text[]) and s.due_at <= $3::timestamptz
          and (s.process_id is null or s.process_id = $4${this.#parts.heartbeat.isSteady ? ` or ${isGone}` : ''})
        order by s.due_at, s.task limit $5::int for update skip locked)
      update scheduled_tasks s set process_id = $4, claimed_at = now() from due where s.task = due.task
      returning s.task, s.failures`;
    const values = [
      [...this.#tasks.keys()],
      [...this.#underWay.keys()],
      now.toISOString(),
      ctx.ports.processId,
      CONCURRENCY - this.#underWay.size,
    ];
    return ctx.rows.query<Claim>(
      {
        text,
        values,
        touches: { reads: this.#parts.heartbeat.isSteady ? ['processes'] : [], writes: ['scheduled_tasks'] },
      },
      null,
    );
  }

  /** @param claimedAt Runs due by then count as done, even if this one fails. */
  async #run({ failures, task: name }: Claim, claimedAt: Date): Promise<void> {
    const { contextFor, logger } = this.#parts;
    const task = this.#tasks.get(name)!;
    const ctx: Context = { ...contextFor(), job: task.label };
    const next = momentAfter(task.period, claimedAt);
    let dueAt = next;
    let failed = 0;
    try {
      await ctx.ports.observe(
        { kind: 'job', labels: { task: task.label } },
        () => task.run(ctx, this.#parts),
        () => 'done',
      );
    } catch (error) {
      failed = failures + 1;
      const waitMs = RETRY_MS * 2 ** Math.min(failures, DOUBLINGS_MAX);
      dueAt = new Date(Math.min(next.getTime(), ctx.ports.now().getTime() + waitMs));
      logger.error(
        { err: error, request_id: ctx.requestId, task: name, failures: failed },
        'a background task failed',
      );
    }
    // A task that was made due during the run has more to do than this run saw.
    const text = `update scheduled_tasks set process_id = null, claimed_at = null, failures = $4,
                    due_at = case when due_at > $5::timestamptz then least(due_at, $3::timestamptz) else $3::timestamptz end
                  where task = $1 and process_id = $2`;
    // A task that is not released is claimed again by this process, or by another once this one is gone.
    await ctx.rows
      .query(
        {
          text,
          values: [name, ctx.ports.processId, dueAt.toISOString(), failed, claimedAt.toISOString()],
          touches: { writes: ['scheduled_tasks'] },
        },
        null,
      )
      .catch((error: unknown) =>
        logger.warn({ err: error, task: name }, 'the end of a background task was not recorded'),
      );
  }
}

/** Polling interval for due tasks. */
const POLL_MS = 1_000;

/** Tasks that run when they are due, until they are stopped. */
export interface RunningTasks {
  /** Whether they can run. They cannot while the database is away. */
  readonly running: boolean;
  /** Resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/**
 * Starts due tasks every second, and survives their failures. Rejects if the database refuses the tasks at the start.
 */
export async function startTicker(parts: TickerParts): Promise<RunningTasks> {
  const { logger } = parts;
  const ticker = new Ticker(parts);
  await ticker.addTasks();
  const stopping = new AbortController();
  let running = true;
  const startDue = async (): Promise<number> => {
    try {
      const started = await ticker.startDue();
      if (!running) logger.info('background tasks run again');
      running = true;
      return started;
    } catch (error) {
      if (running) logger.error({ err: error }, 'background tasks cannot run; trying again');
      running = false;
      return 0;
    }
  };
  /** Waits for the next poll, or for a free slot. */
  const pause = async (): Promise<void> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ended.signal]);
    const polls = sleep(POLL_MS, undefined, { signal }).catch(() => {});
    await Promise.race(ticker.isFull ? [polls, ticker.oneEnds()] : [polls]);
    ended.abort();
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      if ((await startDue()) === 0) await pause();
    }
    await ticker.idle();
  };
  const ended = run();
  return {
    get running() {
      return running;
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
