import type {
  OpenTransaction,
  RowSource,
  Statement,
  Transact,
} from '../../../src/core/foundation/transaction.ts';
import type { Database, RequestAccess } from '../../../src/database/database.ts';
import type { TransactionEntities } from '../../../src/database/transaction-entities.ts';

const column = String.raw`(?:"?\w+"?\.)?"?merchant_id"?`;
/** The application's operand in a comparison with a merchant: a parameter or its member, a literal, or another row's merchant. */
const other = String.raw`(?:\$\d+(?:::\w+)?(?: ->> '\w+')?|'(?:[^']|'')*'|\w+\.\$?"?merchant_id"?)`;
const condition = new RegExp(String.raw`(?<![\w".])${column} (?:=|is not distinct from) ${other}`, 'g');

/** A statement's text with every condition on a merchant made always true. Parameters keep their types. */
export const withoutMerchantConditions = (text: string): string =>
  text.replaceAll(condition, (found) => `(${found} or true)`);

/** How many conditions were removed, so that a test can verify that the statements still have the expected form. */
export interface Removed {
  conditions: number;
}

/**
 * A database whose single-merchant statements have lost the application's conditions on the merchant: only row-level
 * security still separates merchants. Statements that may see every merchant are unchanged: the admin key and the
 * service's own work rely on them.
 */
export function withoutFilters(database: Database, removed: Removed): Database {
  const strip = (text: string) => {
    const stripped = withoutMerchantConditions(text);
    if (stripped !== text) removed.conditions += 1;
    return stripped;
  };
  const stripStatement = (statement: Statement): Statement => ({ ...statement, text: strip(statement.text) });
  const stripRows = (rows: RowSource): RowSource => ({
    query: (statement, merchantId) =>
      rows.query(typeof merchantId === 'string' ? stripStatement(statement) : statement, merchantId),
  });
  const stripTransact =
    (transact: Transact): Transact =>
    (merchantId, work) =>
      transact(merchantId, (open) =>
        work(merchantId === null ? open : strippedTransaction(open, stripStatement)),
      );
  const stripAccess = ({ incoming, rows, transact }: RequestAccess): RequestAccess => ({
    incoming: stripRows(incoming),
    rows: () => stripRows(rows()),
    transact: stripTransact(transact),
  });
  const { money, read, write } = database.requests;
  return {
    ...database,
    rows: stripRows(database.rows),
    transact: stripTransact(database.transact),
    requests: { money: stripAccess(money), read: stripAccess(read), write: stripAccess(write) },
  };
}

function strippedTransaction(
  open: OpenTransaction,
  stripStatement: (statement: Statement) => Statement,
): OpenTransaction {
  const em = open.em as unknown as TransactionEntities;
  const { run } = em;
  em.run = (statement) => run(stripStatement(statement));
  const rows: RowSource = {
    query: (statement, merchantId) => open.rows.query(stripStatement(statement), merchantId),
  };
  return { ...open, rows };
}
