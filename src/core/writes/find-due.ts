import type { RowSource, Statement } from '../foundation/transaction.ts';

/*
 * Background work finds the due rows of all merchants in one statement, without a lock, and then handles them merchant by
 * merchant. On a cluster the merchants are on several nodes: while a node is lost, the due rows of the others are still
 * found.
 */

/** A statement that finds rows of all merchants. */
export interface DueRows {
  /**
   * Its text with a condition on each table that it reads: a set of merchants, or `true` for all.
   *
   * @param of The qualifier of the table's columns, with a full stop, if they have one.
   */
  readonly text: (isOfSome: (of?: 'c.' | 'h.' | 'x.') => string) => string;
  readonly values: readonly unknown[];
  readonly reads: readonly string[];
}

/** A statement that finds rows of all merchants, and its variant for a set of merchants. */
export function ofAll({ reads, text, values }: DueRows): Statement {
  const ofSome = text((of: string = '') => `${of}merchant_id = any($${values.length + 1}::text[])`);
  return { text: text(() => 'true'), values, touches: { reads }, ofSome };
}

/**
 * Finds rows of all merchants. While a node of a cluster is lost, its merchants' rows are missing, and the statement's
 * limit and order apply to each remaining node.
 */
export const findDue = <Found extends object>(rows: RowSource, due: DueRows): Promise<Found[]> =>
  rows.query<Found>(ofAll(due), null);

/**
 * Claims rows that were found without a lock, merchant by merchant: each claim locks and changes the rows of one
 * merchant, on one node. Another process may have claimed some meanwhile.
 *
 * @param claim Claims the found rows that are still due.
 * @returns The claimed rows.
 */
export async function claimByMerchant<Found extends { readonly merchant_id: string }, Claimed>(
  found: readonly Found[],
  claim: (merchantId: string, found: readonly Found[]) => Promise<readonly Claimed[]>,
): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const [merchantId, of] of Map.groupBy(found, ({ merchant_id }) => merchant_id)) {
    claimed.push(...(await claim(merchantId, of)));
  }
  return claimed;
}
