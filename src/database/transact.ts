import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as SqlTransaction } from 'kysely';
import type { Row, RowSource } from '../core/reads/index.ts';
import type { Transact } from '../core/transaction.ts';
import type { StatementListener } from './rows.ts';
import type { StatementNames } from './statement-names.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from './tenancy.ts';

/** Rows as an open transaction sees them, its own changes included. */
function transactionRows(
  sql: SqlTransaction<unknown>,
  names: StatementNames,
  listener: StatementListener | undefined,
): RowSource {
  return {
    // The transaction sees one merchant's rows from its beginning; a statement cannot widen that.
    async query(statement) {
      listener?.(statement.text);
      // Kysely hands the text to the driver as it is, and the driver takes one with a name just as well.
      const text = names.named(statement.text) as unknown as string;
      const { rows } = await sql.executeQuery<Row>(CompiledQuery.raw(text, [...statement.values]));
      return rows;
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
