import type { WritingContext } from '../foundation/context.ts';
import type { Row, Statement } from '../foundation/transaction.ts';
import { type DescribedClass, isColumn, resourceOf } from '../model/index.ts';
import { profileScope } from '../reads/profile-scope.ts';
import { quote } from '../reads/statement.ts';

/** The class and identifier of a row to lock. */
export type LockTarget = readonly [target: DescribedClass, id: string];

/** The columns that entities of a class hold. */
const columnsOf = (target: DescribedClass): string[] =>
  resourceOf(target)
    .fields.filter((field) => isColumn(field) && field.derived === undefined)
    .map(({ name }) => name);

/** The name of a column of one of several rows. */
const nameIn = (i: number, column: string) => `${i}.${column}`;

/**
 * Selects rows for update, each of another class, in one statement that locks them in the given order. One that waited
 * for another transaction is returned as that left it.
 *
 * @example
 * ```sql
 * select t0."payment_id" as "0.payment_id", …, t1."call_id" as "1.call_id", … from "payments" t0, "connector_calls" t1
 * where t0."payment_id" = $1 and t0."merchant_id" = $2 and t1."call_id" = $3 and t1."merchant_id" = $4
 * limit 2 for update
 * ```
 */
function lockStatement(ctx: WritingContext, targets: readonly LockTarget[]): Statement {
  const { merchantId } = ctx;
  const values: string[] = [];
  const parameter = (value: string) => `$${values.push(value)}`;
  const selected = targets.flatMap(([target], i) =>
    columnsOf(target).map((column) => `t${i}.${quote(column)} as "${nameIn(i, column)}"`),
  );
  const tables = targets.map(([target], i) => `${quote(resourceOf(target).table)} t${i}`);
  const conditions = targets.flatMap(([target, id], i) => {
    const resource = resourceOf(target);
    const isScoped = resource.owned && merchantId !== null;
    const profileId = profileScope(ctx, resource);
    return [
      `t${i}.${quote(resource.id)} = ${parameter(id)}`,
      ...(isScoped ? [`t${i}."merchant_id" = ${parameter(merchantId)}`] : []),
      ...(profileId === null ? [] : [`t${i}."profile_id" = ${parameter(profileId)}`]),
    ];
  });
  const text = `select ${selected.join(', ')} from ${tables.join(', ')} where ${conditions.join(' and ')} limit 2 for update`;
  return { text, values };
}

/**
 * Reads rows for update as entities, in one statement.
 *
 * @returns For each match, the entities in the order of the targets: none if one of the rows does not exist, and at most
 * two, if the admin key finds several merchants' rows.
 */
export async function lockRows(ctx: WritingContext, ...targets: readonly LockTarget[]): Promise<object[][]> {
  const { em, outbox } = ctx.transaction;
  const rows = await ctx.rows.query(lockStatement(ctx, targets), ctx.merchantId);
  if (rows.length !== 1) return rows.map(() => []);
  const found = targets.map(([target], i) => {
    const row: Row = {};
    for (const column of columnsOf(target)) row[column] = rows[0]![nameIn(i, column)];
    const entity = em.map(target as new () => object, row as never);
    const { connector_transaction_id: transactionId } = entity as {
      connector_transaction_id?: string | null;
    };
    outbox.held.set(entity, { connectorTransactionId: transactionId ?? null });
    return entity;
  });
  return [found];
}
