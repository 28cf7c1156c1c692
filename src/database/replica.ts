import pg, { type Pool } from 'pg';
import type { Row, Statement } from '../core/foundation/transaction.ts';
import { kindOf, type Pools } from './pools.ts';
import {
  bytesBefore,
  type ClusterIdentity,
  identityColumns,
  type LogPosition,
  openQuestions,
  type ReadIndex,
} from './read-index.ts';
import type { PooledRows } from './rows.ts';
import { replayedPosition } from './scoped-query.ts';
import type { PoolUsage } from './slot-queue.ts';

/** Interval of a replica's checks. */
const CHECK_MS = 1_000;
/** How soon a lagging replica, and a failed one, is checked again. */
const CHECK_BEHIND_MS = 100;
const CHECK_FAILED_MS = 2_000;
/** How long a read waits for a replica to catch up, and how often it checks. */
const CATCH_UP_MS = 10;
const LOOK_MS = 1;

/**
 * Whether reads go to a replica: `used`; or why not: `behind` the primary, `unreachable`, or `refused` because it replicates
 * another primary.
 */
export type ReplicaState = 'used' | 'behind' | 'unreachable' | 'refused';

/** Connections to a replica, and the rows read over them, by how urgent they are. */
export interface ReplicaConnections {
  readonly pools: Pick<Pools, 'reads' | 'statistics'>;
  readonly rows: Readonly<Record<'read' | 'inProgress', PooledRows>>;
}

export interface ReplicaParts {
  readonly url: string;
  readonly index: ReadIndex;
  /** @param pooled Whether the URL is a connection pooler's. */
  readonly connect: (pooled: boolean) => ReplicaConnections;
  /** Called when a replica is lost or used again, but not for short delays. */
  readonly onChange: (replica: string, state: ReplicaState, reason: string) => void;
}

/** SQLSTATE prefixes of a server that cannot serve; other errors are the statement's own. */
const unavailable = /^(08|28|3D|53|57P|58|XX)/;

interface ReplicaReport extends ClusterIdentity {
  readonly position: string | null;
  readonly timeline: number;
}

// The control file may lag behind the timeline being replayed, but is never ahead of it.
const reportText = `
  select ${identityColumns}, ${replayedPosition} as position,
    greatest(c.timeline_id, r.min_recovery_end_timeline) as timeline
  from pg_control_checkpoint() c, pg_control_recovery() r`;

/** A streaming replica for reads. It is checked continuously, and used only while it can serve. */
export class Replica {
  /** Its host and port. */
  readonly name: string;
  readonly #parts: ReplicaParts;
  readonly #questions: Pool;
  readonly #abandoned = new Set<(reason: Error) => void>();
  #connections: ReplicaConnections | undefined;
  #state: ReplicaState = 'unreachable';
  /** The state last reported to the operator. */
  #reported: ReplicaState | undefined;
  #timeline = 0;
  /** Its position when last read. A restarted server may be behind that, so reads check again. */
  #replayed = 0n;
  #lagBytes = 0;
  #looking: Promise<void> | undefined;
  #checking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(parts: ReplicaParts) {
    const { host } = new URL(parts.url);
    this.name = host;
    this.#parts = parts;
    this.#questions = openQuestions(parts.url, 'replica check');
    this.#checkAfter(0);
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Its replay lag behind the primary at the last comparison, in bytes. */
  get lagBytes(): number {
    return this.#lagBytes;
  }

  get usage(): Readonly<Record<'reads' | 'statistics', PoolUsage>> | null {
    const { reads, statistics } = this.#connections?.pools ?? {};
    return reads && statistics ? { reads: reads.usage, statistics: statistics.usage } : null;
  }

  /** Whether it follows the primary of the given position. */
  follows({ timeline }: LogPosition): boolean {
    return this.#state === 'used' && this.#timeline === timeline;
  }

  /**
   * Runs a statement's read once the replica has reached a position; null if it does not get there in time, or is no
   * longer a replica. Rejects if the statement fails, or the replica is lost meanwhile.
   */
  async read<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null,
    turn: 'read' | 'inProgress',
    { bytes }: LogPosition,
  ): Promise<Result[] | null> {
    const readAt = () => this.#readAt<Result>(statement, merchantId, turn, bytes);
    // Quick statements are sent at once: most often the replica is far enough when they arrive.
    const early = statement.heavy ? null : await readAt();
    if (early) return early;
    const late = (await this.#reaches(bytes)) ? await readAt() : null;
    if (!late && this.#state === 'used') this.#become('behind');
    return late;
  }

  async #readAt<Result extends object>(
    statement: Statement,
    merchantId: string | null,
    turn: 'read' | 'inProgress',
    bytes: bigint,
  ): Promise<Result[] | null> {
    let position: string | null = null;
    const onPosition = (seen: string | null) => {
      position = seen;
    };
    const { rows } = this.#connections!;
    const read = await this.#unlessLost(rows[turn].queryScoped<Result>(statement, merchantId, onPosition));
    if (position === null) {
      this.#become('refused', 'it is no replica any more');
      return null;
    }
    this.#replayed = bytesBefore(position);
    return this.#replayed >= bytes ? read : null;
  }

  /** Rejects as soon as the replica is lost, even if its host vanished silently. */
  async #unlessLost<T>(reading: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#abandoned.add(reject);
    try {
      return await Promise.race([reading, promise]);
    } finally {
      this.#abandoned.delete(reject);
    }
  }

  /** Suspends the replica for a while, unless a read's error is the statement's own. */
  noteFailure(error: unknown): void {
    if (this.#state !== 'used' && this.#state !== 'behind') return;
    const { code = '', message } = error as Partial<pg.DatabaseError>;
    const isOfStatement = error instanceof pg.DatabaseError && !unavailable.test(code);
    if (!isOfStatement) this.#become('unreachable', message);
  }

  /** Waits shortly for a position. */
  async #reaches(bytes: bigint): Promise<boolean> {
    const deadlineMs = performance.now() + CATCH_UP_MS;
    while (this.#replayed < bytes) {
      if (performance.now() > deadlineMs) return false;
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return true;
  }

  async #look(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const { rows } = await this.#questions.query<{ position: string | null }>(
      `select ${replayedPosition} as position`,
    );
    this.#replayed = bytesBefore(rows[0]?.position ?? '0/0');
  }

  #checkAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.#checking
        .then(() => this.#check())
        .finally(() => this.#checkAfter(this.#pauseMs));
    }, delayMs).unref();
  }

  get #pauseMs(): number {
    if (this.#state === 'behind') return CHECK_BEHIND_MS;
    return this.#state === 'used' ? CHECK_MS : CHECK_FAILED_MS;
  }

  /** Checks whether the replica can serve reads. Without a response from the primary its state does not change. */
  async #check(): Promise<void> {
    const { connect, index, url } = this.#parts;
    let report: ReplicaReport;
    try {
      const { rows } = await this.#questions.query<ReplicaReport>(reportText);
      report = rows[0]!;
      this.#connections ??= connect((await kindOf(url)).pooled);
    } catch (error) {
      this.#become('unreachable', (error as Error).message);
      return;
    }
    const primary = await Promise.all([index.identity(), index.current()]).catch(() => null);
    if (!primary) return;
    const [identity, position] = primary;
    const refusal = refusalOf(report, identity, position);
    if (refusal !== null) {
      this.#become('refused', refusal);
      return;
    }
    this.#timeline = position.timeline;
    const isLevel = await this.#reaches(position.bytes).catch(() => false);
    this.#lagBytes = isLevel ? 0 : Number(position.bytes - this.#replayed);
    this.#become(isLevel ? 'used' : 'behind');
  }

  #become(state: ReplicaState, reason = ''): void {
    if (this.#ended) return;
    this.#state = state;
    if (state !== 'behind' && state !== this.#reported) {
      this.#reported = state;
      this.#parts.onChange(this.name, state, reason);
    }
    if (state === 'used') return;
    if (state === 'unreachable' || state === 'refused') {
      for (const reject of this.#abandoned) reject(new Error(`The replica is lost: ${reason}`));
    }
    this.#checkAfter(this.#pauseMs);
  }

  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#checking;
    await Promise.all([
      this.#questions.end(),
      ...Object.values(this.#connections?.pools ?? {}).map(({ pool }) => pool.end()),
    ]);
  }
}

/** Why reads must not go to a server; null if they may. */
function refusalOf(
  report: ReplicaReport,
  primary: ClusterIdentity,
  { timeline }: LogPosition,
): string | null {
  if (report.position === null) return 'it is no replica, or replays nothing';
  if (report.system !== primary.system) return 'it is a replica of another server';
  if (report.database !== primary.database) return `it names the database ${report.database}`;
  // Row-level security holds for the role that was checked when the service started.
  if (report.role !== primary.role) return `it names the role ${report.role}, not ${primary.role}`;
  if (report.timeline !== timeline) return 'it is not known to follow the primary that was promoted';
  return null;
}
