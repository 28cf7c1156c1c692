import { createHash } from 'node:crypto';
import type { WritingContext } from '../foundation/context.ts';
import type { SettledLine } from '../foundation/ports/connector-settlements.ts';

/** The report or file that lines are of. */
export interface LineSource {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  readonly profileId: string;
  /** Name of the account's connector. */
  readonly connector: string;
  /** The import of a file; null for a report of the connector. */
  readonly importId: string | null;
  /** Identifies the report or file among those of the account. */
  readonly reportReference: string;
}

/** The numbers of lines that were recorded. */
export interface TakenLines {
  /** Lines that count. */
  readonly taken: number;
  /** Lines whose content an earlier line has: recorded, but they do not count. */
  readonly duplicates: number;
  /** Lines that were recorded before, by the number in the same report. */
  readonly repeated: number;
}

const columns = `line_id text, settlement_id text, line_number int, type text, connector_reference text,
  order_reference text, settlement_reference text, gross int8, fee int8, net int8, currency text, settled_net int8,
  settled_fee int8, settled_currency text, occurred_at timestamptz, available_on timestamptz, content_digest text`;

/*
 * One statement for a batch. `fresh`: the lines that this report does not have yet, with the line that has their content
 * already. `counted`: those that count, and lines without a settlement whose settlement a duplicate names. `opened`: their
 * settlements, with the sums added.
 */
const text = `
  with given as materialized (select * from jsonb_to_recordset($6::jsonb) as g(${columns})),
  fresh as materialized (
    select g.*, f.line_id as first_id, f.settlement_id is null and f.settlement_reference is null
        and coalesce(f.settled_currency, f.currency) = coalesce(g.settled_currency, g.currency) as first_waits,
      first_value(g.line_id) over same as first_given_id, row_number() over same as nth
    from given g
    left join settlement_lines f on f.merchant_id = $1 and f.merchant_connector_id = $2
      and f.content_digest = g.content_digest and f.duplicate_of is null
    where not exists (
      select from settlement_lines l where l.merchant_id = $1 and l.merchant_connector_id = $2
        and l.report_reference = $5 and l.line_number = g.line_number)
    window same as (partition by g.content_digest order by g.line_number)),
  joining as materialized (
    select distinct on (f.line_id) f.line_id, n.settlement_reference, f.type, f.gross, f.fee, f.net, f.currency,
      f.settled_net, f.settled_fee, f.settled_currency, f.occurred_at
    from fresh n join settlement_lines f on f.merchant_id = $1 and f.line_id = n.first_id
    where n.first_waits and n.settlement_reference is not null order by f.line_id),
  named as (
    select settlement_reference, coalesce(settled_currency, currency) as currency, type, occurred_at,
      coalesce(settled_fee, case when settled_currency is null then fee end, 0) as fee, coalesce(settled_net, net) as net,
      first_id is null and nth = 1 as counts from fresh where settlement_reference is not null
    union all
    select settlement_reference, coalesce(settled_currency, currency), type, occurred_at,
      coalesce(settled_fee, case when settled_currency is null then fee end, 0), coalesce(settled_net, net), true
    from joining),
  summed as (
    select settlement_reference, currency, min(occurred_at) as period_start, max(occurred_at) as period_end,
      coalesce(sum(fee) filter (where counts and type <> 'transfer'), 0)::int8 as fee,
      coalesce(sum(net) filter (where counts and type <> 'transfer'), 0)::int8 as net,
      (-sum(net) filter (where counts and type = 'transfer'))::int8 as transferred,
      (count(*) filter (where counts))::int as line_count
    from named group by settlement_reference, currency),
  opened as (
    insert into settlements as s (merchant_id, settlement_id, connector, merchant_connector_id, profile_id,
      settlement_reference, period_start, period_end, currency, gross, fee, net, transferred, line_count, state, created_at)
    select $1, ids.id, $4, $2, $3, n.settlement_reference, n.period_start, n.period_end, n.currency, n.net + n.fee, n.fee,
      n.net, n.transferred, n.line_count, 'open', $7::timestamptz
    from (select *, row_number() over () as place from summed) n
    join unnest($8::text[]) with ordinality as ids(id, place) on ids.place = n.place
    on conflict (merchant_id, merchant_connector_id, settlement_reference, currency) do update set
      period_start = least(s.period_start, excluded.period_start), period_end = greatest(s.period_end, excluded.period_end),
      gross = s.gross + excluded.gross, fee = s.fee + excluded.fee, net = s.net + excluded.net,
      transferred = case when excluded.transferred is null then s.transferred
        else coalesce(s.transferred, 0) + excluded.transferred end,
      line_count = s.line_count + excluded.line_count
    returning s.settlement_id, s.settlement_reference, s.currency),
  joined as (
    update settlement_lines l set settlement_id = o.settlement_id, settlement_reference = o.settlement_reference
    from joining j join opened o on o.settlement_reference = j.settlement_reference
      and o.currency = coalesce(j.settled_currency, j.currency)
    where l.merchant_id = $1 and l.line_id = j.line_id
    returning 1),
  written as (
    insert into settlement_lines (merchant_id, line_id, settlement_id, merchant_connector_id, profile_id, import_id,
      report_reference, line_number, type, connector_reference, order_reference, settlement_reference, gross, fee, net,
      currency, settled_net, settled_fee, settled_currency, occurred_at, available_on, duplicate_of, content_digest,
      created_at)
    select $1, f.line_id, o.settlement_id, $2, $3, $9, $5, f.line_number, f.type, f.connector_reference, f.order_reference,
      f.settlement_reference, f.gross, f.fee, f.net, f.currency, f.settled_net, f.settled_fee, f.settled_currency,
      f.occurred_at, f.available_on, coalesce(f.first_id, case when f.nth > 1 then f.first_given_id end),
      f.content_digest, $7::timestamptz
    from fresh f left join opened o on o.settlement_reference = f.settlement_reference
      and o.currency = coalesce(f.settled_currency, f.currency)
    returning duplicate_of)
  select (count(*) filter (where duplicate_of is null))::int as taken,
    (count(*) filter (where duplicate_of is not null))::int as duplicates from written`;

/**
 * Records lines of a report or file, each once: a line that the report has by its number is not recorded again, so that a
 * reading that was interrupted goes on anywhere before its end. A line whose content an earlier line of the account has is
 * a duplicate, and does not count. Opens the settlement that a line names, or adds the line to its sums.
 *
 * Call it for some thousand lines at a time, and {@link judgeSettlements} after the last.
 */
export async function takeLines(
  tx: WritingContext,
  source: LineSource,
  lines: readonly SettledLine[],
): Promise<TakenLines> {
  if (lines.length === 0) return { taken: 0, duplicates: 0, repeated: 0 };
  const { merchantId, merchantConnectorId } = source;
  await holdAccount(tx, source);
  const ids = tx.ports.ids;
  const rows = lines.map((line) => rowOf(line, ids.make('stln')));
  const references = new Set(rows.map((row) => `${row.settlement_reference}/${settledIn(row)}`));
  const values = [
    ...[merchantId, merchantConnectorId, source.profileId, source.connector, source.reportReference],
    ...[JSON.stringify(rows), tx.ports.now().toISOString()],
    // A duplicate may add the settlement of its first line, in another currency.
    [...references].map(() => ids.make('stl')),
    source.importId,
  ];
  const touches = { writes: ['settlement_lines', 'settlements'] };
  const [written] = await tx.rows.query<Omit<TakenLines, 'repeated'>>({ text, values, touches }, merchantId);
  const { duplicates, taken } = written!;
  return { taken, duplicates, repeated: lines.length - taken - duplicates };
}

const settledIn = (row: ReturnType<typeof rowOf>) => row.settled_currency ?? row.currency;

/** Lets one transaction at a time record lines of an account, so that none misses the other's content. */
export async function holdAccount(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: Pick<LineSource, 'merchantConnectorId' | 'merchantId'>,
): Promise<void> {
  const statement = {
    text: `select 1 as held from connector_accounts where merchant_id = $1 and merchant_connector_id = $2
      for no key update`,
    values: [merchantId, merchantConnectorId],
    touches: { reads: ['connector_accounts'] },
  };
  await tx.rows.query(statement, merchantId);
}

const rowOf = (line: SettledLine, line_id: string) => ({
  line_id,
  line_number: line.lineNumber,
  type: line.type,
  connector_reference: line.connectorReference,
  order_reference: line.orderReference,
  settlement_reference: line.settlementReference,
  gross: line.gross,
  fee: line.fee,
  net: line.gross - (line.fee ?? 0),
  currency: line.currency,
  settled_net: line.settled?.net ?? null,
  settled_fee: line.settled?.fee ?? null,
  settled_currency: line.settled?.currency ?? null,
  occurred_at: line.occurredAt.toISOString(),
  available_on: line.availableOn?.toISOString() ?? null,
  content_digest: contentDigest(line),
});

/** Bytes of a digest: no two contents of an account share it. */
const DIGEST_BYTES = 16;
/** Characters of the day in an ISO 8601 time. */
const DAY_LENGTH = 10;

/**
 * The digest of a line's content. Files often have the day of a movement only: with the connector's reference the day
 * counts, without it the time.
 */
export function contentDigest(line: SettledLine): string {
  const { connectorReference, currency, fee, gross, occurredAt, orderReference, type } = line;
  const time = occurredAt.toISOString().slice(0, connectorReference === null ? undefined : DAY_LENGTH);
  const content = [type, connectorReference, connectorReference === null ? orderReference : null];
  const digest = createHash('sha256').update(JSON.stringify([...content, gross, fee ?? 0, currency, time]));
  return digest.digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
