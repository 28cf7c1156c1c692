import type { RowSource, Statement } from '../foundation/transaction.ts';

/*
 * Background work finds what is due of all merchants in one statement, without a lock, and then works on it merchant by
 * merchant. On a cluster the merchants are on several nodes: while one of them is lost, what is due on the others is found.
 */

/** A statement that finds rows of all merchants. */
export interface DueRows {
  /**
   * Its text with a condition, which stands at each table that it reads: that the merchant is one of some, or `true` for all of
   * them.
   *
   * @param of The name of the table there, with a full stop, if the columns are named with it.
   */
  readonly text: (isOfSome: (of?: 'c.' | 'h.' | 'x.') => string) => string;
  readonly values: readonly unknown[];
  readonly reads: readonly string[];
}

/** A statement that finds rows of all merchants, with the one that finds those of some. */
export function ofAll({ reads, text, values }: DueRows): Statement {
  const ofSome = text((of: string = '') => `${of}merchant_id = any($${values.length + 1}::text[])`);
  return { text: text(() => 'true'), values, touches: { reads }, ofSome };
}

/**
 * Finds rows of all merchants. While a node of a cluster is lost, those of its merchants are missing, and the limit and the
 * order of the statement are of each other node.
 */
export const findDue = <Found extends object>(rows: RowSource, due: DueRows): Promise<Found[]> =>
  rows.query<Found>(ofAll(due), null);

/**
 * Claims what was found without a lock, merchant by merchant: each claim names its merchant, so it locks and changes rows
 * of one merchant alone, which are in one place. Another process may have claimed some meanwhile.
 *
 * @param claim Claims those of the found rows that are due still.
 * @returns What was claimed.
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
