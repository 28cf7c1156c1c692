import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as SqlTransaction } from 'kysely';
import type { Row, RowSource } from '../core/reads/index.ts';
import type { Transact } from '../core/transactions.ts';
import type { StatementListener } from './rows.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from './tenancy.ts';

/** Rows as an open transaction sees them, its own changes included. */
function transactionRows(sql: SqlTransaction<unknown>, listener: StatementListener | undefined): RowSource {
  return {
    // The transaction sees one merchant's rows from its beginning; a statement cannot widen that.
    async query(statement) {
      listener?.(statement.text);
      const { rows } = await sql.executeQuery<Row>(CompiledQuery.raw(statement.text, [...statement.values]));
      return rows;
    },
  };
}

/** Opens transactions on the ORM's pool, each told at its start whose rows it may see. */
export function transactOn(orm: MikroORM, listener: StatementListener | undefined): Transact {
  return (merchantId, work) => {
    const em = orm.em.fork();
    em.setSessionContext({ variables: { [TENANCY_SETTING]: merchantId ?? ALL_MERCHANTS } });
    return em.transactional((inner) => {
      const sql = inner.getTransactionContext() as unknown as SqlTransaction<unknown>;
      return work({ em: inner, rows: transactionRows(sql, listener) });
    });
  };
}
