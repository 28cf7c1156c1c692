import { Problem } from '../core/foundation/errors.ts';
import {
  ANYWHERE,
  isRead,
  type Row,
  type RowSource,
  type Statement,
} from '../core/foundation/transaction.ts';
import type { LogPosition, ReadIndex } from './read-index.ts';
import type { Replica, ReplicaState } from './replica.ts';
import type { PoolUsage, QueuedPool } from './slot-queue.ts';

/** Why a read that could go to a replica went to the primary. */
export type PrimaryReason =
  /** No replica is used. */
  | 'unavailable'
  /** Its connections are all in use, and the primary's are not. */
  | 'busy'
  /** It did not show the last commits in time. */
  | 'behind'
  /** It failed at the statement. */
  | 'failed'
  /** The primary did not report its position. */
  | 'unknown_position';

/** The pools of all replicas together. */
export type ReplicaPoolName = 'replica_reads' | 'replica_statistics';

/** The state of the replicas. Counts are since the process started. */
export interface ReplicasUsage {
  readonly servers: readonly {
    readonly name: string;
    readonly state: ReplicaState;
    readonly lagBytes: number;
  }[];
  /** Reads that a replica served. */
  readonly served: number;
  /** Reads that the primary served instead. */
  readonly byPrimary: Readonly<Record<PrimaryReason, number>>;
}

/** The replicas that reads may go to. */
export class Replicas {
  readonly #index: ReadIndex;
  readonly #replicas: readonly Replica[];
  /** The primary's connections for reads. */
  readonly #reads: QueuedPool;
  #served = 0;
  readonly #byPrimary: Record<PrimaryReason, number> = {
    unavailable: 0,
    busy: 0,
    behind: 0,
    failed: 0,
    unknown_position: 0,
  };
  #turns = 0;

  constructor(index: ReadIndex, replicas: readonly Replica[], reads: QueuedPool) {
    this.#index = index;
    this.#replicas = replicas;
    this.#reads = reads;
  }

  get usage(): ReplicasUsage {
    return {
      servers: this.#replicas.map(({ lagBytes, name, state }) => ({ lagBytes, name, state })),
      served: this.#served,
      byPrimary: this.#byPrimary,
    };
  }

  /** How the connections to all of them are used together. */
  get poolUsage(): Readonly<Record<ReplicaPoolName, PoolUsage>> {
    const usages = this.#replicas.flatMap(({ usage }) => (usage ? [usage] : []));
    return {
      replica_reads: sumOf(usages.map(({ reads }) => reads)),
      replica_statistics: sumOf(usages.map(({ statistics }) => statistics)),
    };
  }

  /**
   * Rows that are read on a replica where it shows every commit that was acknowledged before, and otherwise on the primary.
   *
   * @param primary The primary's rows of the same turn.
   */
  rows(primary: RowSource, turn: 'read' | 'inProgress'): RowSource {
    return {
      query: async <Result extends object = Row>(
        statement: Statement,
        merchantId: string | null | typeof ANYWHERE,
      ) => {
        // Statements that may write are not sent where they would fail.
        const isSuited = merchantId !== ANYWHERE && isRead(statement.touches);
        const rows = isSuited ? await this.#read<Result>(statement, merchantId, turn) : null;
        return rows ?? primary.query<Result>(statement, merchantId);
      },
    };
  }

  /** Null if the primary is to serve. The primary also serves every read that a replica failed. */
  async #read<Result extends object>(
    statement: Statement,
    merchantId: string | null,
    turn: 'read' | 'inProgress',
  ): Promise<Result[] | null> {
    if (!this.#replicas.some(({ state }) => state === 'used')) return this.#toPrimary('unavailable');
    const position = await this.#index.current().catch(() => null);
    if (!position) return this.#toPrimary('unknown_position');
    const replica = this.#choose(position);
    if (!replica) return this.#toPrimary('unavailable');
    if (!statement.heavy && isFull(replica.usage!.reads) && !isFull(this.#reads.usage))
      return this.#toPrimary('busy');
    try {
      const rows = await replica.read<Result>(statement, merchantId, turn, position);
      if (!rows) return this.#toPrimary('behind');
      this.#served += 1;
      return rows;
    } catch (error) {
      if (error instanceof Problem || statement.signal?.aborted) throw error;
      replica.noteFailure(error);
      return this.#toPrimary('failed');
    }
  }

  #toPrimary(reason: PrimaryReason): null {
    this.#byPrimary[reason] += 1;
    return null;
  }

  /** The replica with the fewest reads; ties rotate. */
  #choose(position: LogPosition): Replica | undefined {
    this.#turns += 1;
    const load = ({ usage }: Replica) => usage!.reads.used + usage!.reads.waiting;
    const following = this.#replicas.filter((replica) => replica.follows(position));
    const fewest = Math.min(...following.map(load));
    const least = following.filter((replica) => load(replica) === fewest);
    return least[this.#turns % least.length];
  }

  async end(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.end()));
    await this.#index.end();
  }
}

const isFull = ({ size, used }: PoolUsage) => used >= size;

function sumOf(usages: readonly PoolUsage[]): PoolUsage {
  const sum = (what: keyof PoolUsage) => usages.reduce((total, usage) => total + usage[what], 0);
  return { size: sum('size'), used: sum('used'), waiting: sum('waiting') };
}
