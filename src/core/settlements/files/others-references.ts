import type { Context } from '../../foundation/context.ts';
import { requireMerchant } from '../../writes/transactions.ts';
import { contentDigest } from '../take-lines.ts';
import type { LineKind } from './preview-file.ts';
import type { SettlementFileLine } from './settlement-file-line.ts';

/** Batches without a line of another account after which entries are not searched any more: the file is of this one. */
const SEARCHED_BATCHES = 4;
/** Days by which a connector's time of a movement may differ from ours. */
const AROUND_MS = 3 * 24 * 60 * 60_000;

const REASON =
  'The line belongs to another connector account, by its connector_reference. Import the file for that account, or undo its import there.';

const linesText = `
  select l.content_digest as found from settlement_lines l
  where l.merchant_id = $1 and l.content_digest = any($3::text[]) and l.duplicate_of is null
    and l.merchant_connector_id in (
      select a.merchant_connector_id from connector_accounts a
      where a.merchant_id = $1 and a.merchant_connector_id <> $2)`;

const entriesText = `
  select e.connector_reference as found from balance_entries e
  where e.merchant_id = $1 and e.occurred_at >= $4::timestamptz and e.occurred_at <= $5::timestamptz
    and e.connector_reference = any($3::text[])
  group by e.connector_reference having bool_and(e.merchant_connector_id <> $2)`;

/**
 * Finds the lines of a settlement file that belong to another connector account: it has a line with the same content, or
 * an entry with the same reference.
 *
 * @returns A check of batches, in the order of the file: the reasons against lines, by index.
 */
export function othersReferences(ctx: Context, accountId: string): LineKind<SettlementFileLine>['check'] {
  const merchantId = requireMerchant(ctx);
  const find = async (text: string, reads: readonly string[], values: readonly unknown[]) => {
    const statement = { text, values: [merchantId, accountId, ...values], touches: { reads } };
    const rows = await ctx.rows.query<{ found: string }>(statement, merchantId);
    return new Set(rows.map(({ found }) => found));
  };
  let clean = 0;
  return async (lines) => {
    const named = lines.map((line) => (line.connectorReference === null ? null : contentDigest(line)));
    const digests = named.filter((digest) => digest !== null);
    if (digests.length === 0) return new Map();
    const known = await find(linesText, ['settlement_lines', 'connector_accounts'], [digests]);
    const entries = clean < SEARCHED_BATCHES ? await findEntries(lines, find) : new Set<string>();
    const against = lines.flatMap(({ connectorReference: reference }, i) =>
      reference !== null && (known.has(named[i]!) || entries.has(reference)) ? [[i, REASON] as const] : [],
    );
    clean = against.length === 0 ? clean + 1 : 0;
    return new Map(against);
  };
}

function findEntries(
  lines: readonly SettlementFileLine[],
  find: (text: string, reads: readonly string[], values: readonly unknown[]) => Promise<Set<string>>,
): Promise<Set<string>> {
  const times = lines.map(({ occurredAt }) => occurredAt.getTime());
  const [from, to] = [Math.min(...times) - AROUND_MS, Math.max(...times) + AROUND_MS];
  const references = lines.flatMap(({ connectorReference }) => connectorReference ?? []);
  const bounds = [new Date(from).toISOString(), new Date(to).toISOString()];
  return find(entriesText, ['balance_entries'], [references, ...bounds]);
}
