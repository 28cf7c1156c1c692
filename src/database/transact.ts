import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as SqlTransaction } from 'kysely';
import type { Transact } from '../core/foundation/transaction.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import type { RowSource, Statement } from '../core/reads/index.ts';
import type { StatementListener } from './rows.ts';
import type { StatementNames } from './statement-names.ts';

/** PostgreSQL's code for a kept plan whose columns have other types by now: a migration ran meanwhile. */
const STALE_PLAN = '0A000';

/** Rows as an open transaction sees them, its own changes included. */
function transactionRows(
  sql: SqlTransaction<unknown>,
  names: StatementNames,
  listener: StatementListener | undefined,
): RowSource {
  return {
    // The transaction sees one merchant's rows from its beginning; a statement cannot widen that.
    async query<Result extends object>(statement: Statement) {
      listener?.(statement.text);
      const named = names.named(statement.text);
      // Kysely hands the text to the driver as it is, and the driver takes one with a name just as well.
      const text = named as unknown as string;
      try {
        const { rows } = await sql.executeQuery<Result>(CompiledQuery.raw(text, [...statement.values]));
        return rows;
      } catch (error) {
        // The connection goes back to the pool, and would fail for good under a name whose plan no longer holds.
        if ((error as { code?: unknown }).code === STALE_PLAN) names.renew(named);
        throw error;
      }
    },
  };
}

/** Opens transactions on the ORM's pool, each told at its start whose rows it may see. */
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
