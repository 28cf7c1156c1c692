import type { MikroORM, Transaction as OrmTransaction } from '@mikro-orm/postgresql';
import type { ClientBase, PoolClient } from 'pg';
import type { OpenTransaction, Row, RowSource, Statement, Transact } from '../core/foundation/transaction.ts';
import { MerchantLimit } from './merchant-limit.ts';
import type { Pools } from './pools.ts';
import type { BeginScoped, StatementListener, StatementNames } from './rows.ts';
import type { Turn } from './slot-queue.ts';

/** A merchant's transactions that may wait, for each that may run: those that wait for a locked row wait long. */
const WAITING_PER_RUNNING = 250;

/**
 * Opens transactions on the pool of commands, each scoped to a merchant's rows from its start. The transaction is
 * begun with its first statement, in the same round trip. A merchant's commands also wait for each other.
 *
 * The ORM writes in transactions that it did not begin: its own do not return a connection to the pool that breaks
 * while they are open (kysely-org/kysely#1990).
 */
export function transactOn(
  orm: MikroORM,
  pools: Pools,
  names: StatementNames,
  begin: BeginScoped,
  listener: StatementListener | undefined,
): (turn: Turn) => Transact {
  // A merchant gets two thirds of the connections.
  const running = Math.max(1, Math.floor((pools.commands.pool.options.max * 2) / 3));
  const limit = new MerchantLimit({
    running,
    waiting: running * WAITING_PER_RUNNING,
    message: 'Too many requests of this merchant wait for each other. Try again shortly.',
  });
  const inTurn =
    (turn: Turn): Transact =>
    async (merchantId, work) => {
      const { client, release } = await pools.commands.connect(turn);
      let broken: Error | undefined;
      const begun = client.query(begin(merchantId));
      // Reported with the first statement, or below.
      begun.catch(() => {});
      try {
        const value = await writeThrough(orm, client, transactionRows(client, names, listener), work);
        await begun;
        await client.query('commit');
        return value;
      } catch (error) {
        broken = await rollBack(client);
        // After a failed `begin` or scope, the first statement only says that the transaction is aborted.
        await begun;
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

/** Runs work with an entity manager that writes through a connection, in the transaction that is open there. */
export async function writeThrough<T>(
  orm: MikroORM,
  client: ClientBase,
  rows: RowSource,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  const em = orm.em.fork({ freshEventManager: true, disableTransactions: true });
  const changed = new Set<object>();
  em.getEventManager().registerSubscriber({
    afterFlush: async ({ uow }) => {
      for (const { entity } of uow.getChangeSets()) changed.add(entity);
    },
  });
  em.setTransactionContext(ormTransaction(client));
  const value = await work({ em, rows, changed });
  await em.flush();
  return value;
}

/** What the ORM needs of a transaction: that statements run on its connection. */
function ormTransaction(client: ClientBase): OrmTransaction {
  return {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rowCount, rows } = await client.query(sql, [...parameters]);
      return { rows: rows ?? [], numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) };
    },
  } as unknown as OrmTransaction;
}

/** Reads rows within the transaction that is open on a connection, including its own changes. */
export function transactionRows(
  client: ClientBase,
  names: StatementNames,
  listener?: StatementListener,
): RowSource {
  return {
    // The merchant is set for the whole transaction; a statement cannot change it.
    async query<Result extends object = Row>(statement: Statement) {
      listener?.(statement.text);
      const named = names.named(statement.text);
      try {
        const { rows } = await client.query({ ...named, values: [...statement.values] });
        return rows as Result[];
      } catch (error) {
        names.renewIfStale(error, named);
        throw error;
      }
    },
  };
}
