import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as SqlTransaction } from 'kysely';
import type { Transact } from '../core/foundation/transaction.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import type { RowSource, Statement } from '../core/reads/index.ts';
import type { StatementListener } from './rows.ts';
import type { StatementNames } from './statement-names.ts';

/** SQLSTATE of a cached plan whose column types have changed, after a migration. */
const STALE_PLAN = '0A000';

/** Reads rows within an open transaction, including its own changes. */
function transactionRows(
  sql: SqlTransaction<unknown>,
  names: StatementNames,
  listener: StatementListener | undefined,
): RowSource {
  return {
    // The merchant is set for the whole transaction; a statement cannot change it.
    async query<Result extends object>(statement: Statement) {
      listener?.(statement.text);
      const named = names.named(statement.text);
      // Kysely passes the text through to the driver, which also accepts a named statement.
      const text = named as unknown as string;
      try {
        const { rows } = await sql.executeQuery<Result>(CompiledQuery.raw(text, [...statement.values]));
        return rows;
      } catch (error) {
        // The connection returns to the pool, where the stale plan would fail every later use of the name.
        if ((error as { code?: unknown }).code === STALE_PLAN) names.renew(named);
        throw error;
      }
    },
  };
}

/** Opens transactions on the ORM's pool, each scoped to a merchant's rows from its start. */
export function transactOn(
  orm: MikroORM,
  names: StatementNames,
  listener: StatementListener | undefined,
): Transact {
  return (merchantId, work) => {
    const em = orm.em.fork({ freshEventManager: true });
    const changed = new Set<object>();
    em.getEventManager().registerSubscriber({
      afterFlush: async ({ uow }) => {
        for (const { entity } of uow.getChangeSets()) changed.add(entity);
      },
    });
    em.setSessionContext({ variables: { [TENANCY_SETTING]: merchantId ?? ALL_MERCHANTS } });
    return em.transactional((inner) => {
      const sql = inner.getTransactionContext() as unknown as SqlTransaction<unknown>;
      return work({ em: inner, rows: transactionRows(sql, names, listener), changed });
    });
  };
}
