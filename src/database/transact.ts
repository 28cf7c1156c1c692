import type { MikroORM } from '@mikro-orm/postgresql';
import pg, { type ClientBase, type PoolClient } from 'pg';
import type {
  OpenTransaction,
  Row,
  RowSource,
  Statement,
  Transact,
  Writes,
} from '../core/foundation/transaction.ts';
import { PendingWrites } from './pending-writes.ts';
import { expectReplicated, type Pools } from './pools.ts';
import {
  type BeginScoped,
  type ObserveStatement,
  type StatementListener,
  StatementNames,
  unobservedStatement,
} from './rows.ts';
import { queryWithin, sendAll } from './scoped-query.ts';
import { MerchantLimit, queueLimits, type Turn } from './slot-queue.ts';
import { asEntities, TransactionEntities } from './transaction-entities.ts';

/**
 * Maximum number of named statements that write. Each set of changed columns makes one, so statements that read are
 * counted separately.
 */
const NAMED_WRITES_MAX = 200;

/** Observers of statements. */
export interface StatementObservers {
  readonly listener?: StatementListener | undefined;
  readonly observe?: ObserveStatement | undefined;
}

/** Names the statements of transactions. */
export interface TransactionNames {
  readonly reads: StatementNames;
  readonly writes: StatementNames;
}

/** Names of writing statements, separate from the names of reads. */
export const transactionNames = (reads: StatementNames, pooled = false): TransactionNames => ({
  reads,
  writes: new StatementNames(pooled, NAMED_WRITES_MAX),
});

/**
 * Opens transactions on the pool of commands, each scoped to a merchant's rows from its start. The transaction is
 * begun with its first statement, and committed with its last, in the same round trip. A merchant's commands also wait
 * for each other.
 */
export function transactOn(
  orm: MikroORM,
  pools: Pools,
  names: TransactionNames,
  begin: BeginScoped,
  waitMs: number,
  observers: StatementObservers = {},
): (turn: Turn) => Transact {
  const connections = pools.commands.pool.options.max;
  const slots = Math.max(1, Math.floor(connections * queueLimits.merchantShare));
  const limit = new MerchantLimit({
    slots,
    waiting: slots * queueLimits.waitingPerMerchantCommand,
    waitMs,
    message: 'Too many requests of this merchant wait for each other. Try again shortly.',
  });
  const inTurn =
    (turn: Turn): Transact =>
    async (merchantId, work) => {
      const { client, release } = await pools.commands.connect(turn);
      let broken: Error | undefined;
      const connection = new TransactionConnection(orm, client, names, observers, begin(merchantId));
      try {
        const value = await connection.run(work);
        await connection.commit();
        return value;
      } catch (error) {
        if (connection.begun) broken = await rollBack(client);
        // After a failed `begin` or scope, the first statement's error only says that the transaction is aborted.
        await connection.begun;
        throw error;
      } finally {
        release(broken);
      }
    };
  return (turn) => {
    const transact = inTurn(turn);
    return (merchantId, work) => {
      const run = () => transact(merchantId, work);
      return merchantId === null ? run() : limit.run(merchantId, turn, run);
    };
  };
}

/** Rolls back, and returns the error if the connection cannot be used any more. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** A connection with a transaction, through which its entities, rows and writes run. */
export class TransactionConnection {
  readonly pending = new PendingWrites();
  readonly #orm: MikroORM;
  readonly #client: ClientBase;
  readonly #names: TransactionNames;
  readonly #listener: StatementListener | undefined;
  readonly #observe: ObserveStatement;
  #begin: readonly string[] | undefined;
  #begun: Promise<unknown> | undefined;
  /** The tables written by statements outside flushes. */
  readonly #written = new Set<string>();
  #mayHaveWrittenAny = false;

  /**
   * @param begin The messages that begin the transaction, sent in one round trip with its first statement; without
   *   them the connection's transaction has begun.
   */
  constructor(
    orm: MikroORM,
    client: ClientBase,
    names: TransactionNames,
    observers: StatementObservers = {},
    begin?: readonly string[],
  ) {
    this.#orm = orm;
    this.#client = client;
    this.#names = names;
    this.#begin = begin;
    this.#listener = observers.listener;
    this.#observe = observers.observe ?? unobservedStatement;
  }

  /** Runs work in the transaction. Its flushed writes may still be pending. */
  async run<T>(work: (transaction: OpenTransaction) => Promise<T>): Promise<T> {
    const entities = new TransactionEntities(this.#orm, this.pending, (statement) =>
      this.#run(statement).catch((error) => {
        throw this.#convert(error);
      }),
    );
    const writes: Writes = {
      send: () => this.send(),
      insert: (table, row) => this.pending.insert(table, [row]),
      touch: (table, key, column, at) => this.pending.touch(table, key, column, at),
      isBypassed: (table) => this.#mayHaveWrittenAny || this.#written.has(table),
    };
    const { changed, changes } = entities;
    return work({ em: asEntities(entities), rows: this.rows, writes, changed, changes });
  }

  /** Whether the transaction could be begun; undefined until its first statement is sent. */
  get begun(): Promise<unknown> | undefined {
    return this.#begun;
  }

  /** Sends pending writes and commits in the same round trip. A failure leaves the transaction aborted. */
  async commit(): Promise<void> {
    const sent = this.send();
    if (this.#begin !== undefined) return;
    const committed = withReason(this.#client, () => this.#client.query('commit'), this.#convert);
    committed.catch(() => {});
    await sent;
    await this.#begun;
    // Of an aborted transaction, `commit` is a rollback.
    if ((await committed).command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    expectReplicated(this.#client);
  }

  /** Rows within the transaction, including its own changes. */
  readonly rows: RowSource = {
    // The merchant is set for the whole transaction; a statement cannot change it.
    query: async <Result extends object = Row>(statement: Statement) => {
      this.#listener?.(statement.text, statement.touches);
      return (await this.#run(statement)).rows as Result[];
    },
  };

  /** Runs a statement, after pending writes that concern it, in one round trip. */
  async #run(statement: Statement) {
    const { touches } = statement;
    if (touches === 'everything') this.#mayHaveWrittenAny = true;
    else for (const table of touches.writes ?? []) this.#written.add(table);
    const sent = this.pending.concern(touches) ? this.send() : undefined;
    const result = this.#query(statement, this.#names.reads);
    if (sent) {
      // If a pending write failed, this error only says that the transaction is aborted.
      result.catch(() => {});
      await sent;
    }
    return result;
  }

  /** Sends the pending writes. */
  async send(): Promise<void> {
    const statement = this.pending.take();
    if (!statement) return;
    this.#listener?.(statement.text, statement.touches);
    try {
      await this.#query(statement, this.#names.writes);
    } catch (error) {
      throw this.#convert(error as Error);
    }
  }

  /** A violated constraint as MikroORM's exception. */
  readonly #convert = (error: Error): Error => this.#orm.em.getDriver().convertException(withoutShard(error));

  async #query({ text, unprepared, values }: Statement, names: StatementNames) {
    const named = unprepared ? { text } : names.named(text);
    if (this.#begin !== undefined) {
      this.#begun = sendAll(this.#client, this.#begin);
      // Reported with the first statement, or when the transaction ends.
      this.#begun.catch(() => {});
      this.#begin = undefined;
    }
    try {
      return await this.#observe(text, () => queryWithin(this.#client, { ...named, values: [...values] }));
    } catch (error) {
      names.renewIfStale(error, named);
      throw error;
    }
  }
}

/** A notice of the server, as the driver passes it on. */
type Notice = { [Field in 'code' | 'detail' | 'message']?: string | undefined };

/** SQLSTATEs of violated constraints. */
const VIOLATION = /^23/;
/** The name of a constraint of a shard, at the end of the message of a violation: that of the table's, and the shard's number. */
const ofShard = /constraint "(.+?)(?:_\d{6,})?"$/;

/** Names the constraint that an error of a cluster's node is about as the table has it, and not one of its shards. */
function withoutShard<E extends Error>(error: E): E {
  if (!(error instanceof pg.DatabaseError) || !VIOLATION.test(error.code ?? '')) return error;
  const constraint = ofShard.exec(error.message)?.[1];
  return constraint === undefined ? error : Object.assign(error, { constraint });
}

/**
 * Runs the commit of a transaction. A cluster checks foreign keys on its nodes at commit: the client gets the violation as a
 * notice, and the coordinator's error says only that a node could not commit. The notice is thrown instead.
 */
async function withReason<T>(
  client: pg.ClientBase,
  commit: () => Promise<T>,
  convert: (error: Error) => Error,
): Promise<T> {
  let violation: Error | undefined;
  const listen = ({ code, detail, message = '' }: Notice) => {
    if (!VIOLATION.test(code ?? '')) return;
    violation = convert(
      Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, detail }),
    );
  };
  client.on('notice', listen);
  try {
    return await commit();
  } catch (error) {
    throw violation ?? error;
  } finally {
    client.off('notice', listen);
  }
}
