import { isAcrossNodes, type WritingContext } from '../foundation/context.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import { type DescribedClass, isColumn, resourceOf } from '../model/index.ts';
import { callerScope } from '../reads/access.ts';
import { quote } from '../reads/statement.ts';

/** The class and identifier of a row to lock. */
export type LockTarget = readonly [target: DescribedClass, id: string];

/** A column of one of the rows. */
interface SelectedColumn {
  readonly name: string;
  /** The name it is selected under. */
  readonly as: string;
  readonly isTimestamp: boolean;
}

/** The selected columns of each class, and their SQL text. */
interface Selection {
  readonly columns: readonly (readonly SelectedColumn[])[];
  readonly text: string;
}

/** Selections by table names: commands lock only a few combinations. */
const selections = new Map<string, Selection>();

function selectionOf(targets: readonly LockTarget[]): Selection {
  const key = targets.map(([target]) => resourceOf(target).table).join();
  const known = selections.get(key);
  if (known) return known;
  const columns = targets.map(([target], i) =>
    resourceOf(target)
      .fields.filter((field) => isColumn(field) && field.derived === undefined)
      .map(({ encrypted, kind, name }) => ({
        name,
        as: `${i}.${name}`,
        isTimestamp: kind === 'timestamp' && !encrypted,
      })),
  );
  const texts = columns.flatMap((each, i) => each.map(({ as, name }) => `t${i}.${quote(name)} as "${as}"`));
  const selection = { columns, text: texts.join(', ') };
  selections.set(key, selection);
  return selection;
}

/**
 * Selects rows of different classes for update, in one statement that locks them in the given order. A row that waited
 * for another transaction is returned in its new state.
 *
 * @example
 * ```sql
 * select t0."payment_id" as "0.payment_id", …, t1."call_id" as "1.call_id", … from "payments" t0, "connector_calls" t1
 * where t0."payment_id" = $1 and t0."merchant_id" = $2 and t1."call_id" = $3 and t1."merchant_id" = $4
 * limit 2 for update
 * ```
 */
function lockStatement(
  ctx: WritingContext,
  merchantId: string | null,
  targets: readonly LockTarget[],
): Statement {
  const values: string[] = [];
  const parameter = (value: string) => `$${values.push(value)}`;
  const reads = targets.map(([target]) => resourceOf(target).table);
  const tables = reads.map((table, i) => `${quote(table)} t${i}`);
  const conditions = targets.flatMap(([target, id], i) => {
    const resource = resourceOf(target);
    const isScoped = resource.owned && merchantId !== null;
    const scope = callerScope(ctx, resource);
    return [
      `t${i}.${quote(resource.id)} = ${parameter(id)}`,
      ...(isScoped ? [`t${i}."merchant_id" = ${parameter(merchantId)}`] : []),
      ...(scope ? [`t${i}.${quote(scope.field)} = ${parameter(scope.value)}`] : []),
    ];
  });
  const text = `select ${selectionOf(targets).text} from ${tables.join(', ')} where ${conditions.join(' and ')} limit 2 for update`;
  return { text, values, touches: { reads } };
}

/**
 * The merchants of the first merchant-owned row; at most two. A cluster locks rows only on one node, by a statement that
 * names their merchant, which never changes.
 */
async function merchantsOf(ctx: WritingContext, targets: readonly LockTarget[]): Promise<(string | null)[]> {
  const owned = targets.find(([target]) => resourceOf(target).owned);
  if (!owned) return [null];
  const { id, table } = resourceOf(owned[0]);
  const text = `select t.merchant_id from ${quote(table)} t where t.${quote(id)} = $1 limit 2`;
  const statement = { text, values: [owned[1]], touches: { reads: [table] } };
  const rows = await ctx.rows.query<{ merchant_id: string }>(statement, ctx.merchantId);
  return rows.map(({ merchant_id }) => merchant_id);
}

/**
 * Reads rows for update as entities, in one statement; on a cluster after a statement that finds the merchant, if the
 * admin key has not named one.
 *
 * @returns For each match, the entities in the order of the targets. Empty if a row does not exist; at most two matches,
 *   if the admin key finds several merchants' rows.
 */
export async function lockRows(ctx: WritingContext, ...targets: readonly LockTarget[]): Promise<object[][]> {
  const { em, outbox } = ctx.transaction;
  const merchants = isAcrossNodes(ctx) ? await merchantsOf(ctx, targets) : [ctx.merchantId];
  if (merchants.length !== 1) return merchants.map(() => []);
  const rows = await ctx.rows.query(lockStatement(ctx, merchants[0]!, targets), ctx.merchantId);
  if (rows.length !== 1) return rows.map(() => []);
  const selected = rows[0]!;
  const { columns } = selectionOf(targets);
  const found = targets.map(([target], i) => {
    const row: Row = {};
    for (const { as, isTimestamp, name } of columns[i]!) {
      const value = selected[as];
      row[name] = isTimestamp && value !== null ? new Date(value as string) : value;
    }
    const entity = em.load(target as new () => object, row, true);
    outbox.held.set(entity, row);
    return entity;
  });
  return [found];
}
