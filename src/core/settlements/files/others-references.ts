import type { Context } from '../../foundation/context.ts';
import type { SettledLine } from '../../foundation/ports/connector-settlements.ts';

/** The reasons against lines whose reference another connector account has, by index. */
export async function othersReferences(
  _ctx: Context,
  _accountId: string,
  _lines: readonly SettledLine[],
): Promise<ReadonlyMap<number, string>> {
  return new Map();
}
