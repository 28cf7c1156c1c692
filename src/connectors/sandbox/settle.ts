import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { availableMovements, type Movement } from './movements.ts';
import { type KeptLine, type SettledMovement, unchanged, withDifferences } from './planted-differences.ts';
import { settingsOf } from './settings.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long the money is on its way to the bank. */
const PAYS_AFTER_MS = 2 * DAY_MS;
/** How long a line that is `late` is held back. */
const HELD_MS = 7 * DAY_MS;
/** Movements settled at once. An account with more has several settlements on a day. */
const MOVEMENTS_MAX = 5_000;

/**
 * Settles an account, if it is due, which is once a day: all that is available of each currency, in a settlement of its
 * own. A balance that is not positive waits for the next day.
 */
export async function settleDue(ctx: SandboxContext, access: ConnectorAccess): Promise<void> {
  const now = ctx.now();
  if (!(await isDue(ctx, access, now))) return;
  const held = await heldMovements(ctx, access, now);
  const isHeld = new Set(held);
  const movements = [...held, ...(await availableMovements(ctx, access, now, MOVEMENTS_MAX))];
  const { differences } = settingsOf(access);
  const settlements = [...Map.groupBy(movements, ({ currency }) => currency)].flatMap(([currency, of]) => {
    const id = ctx.ids.make('sbs');
    const fresh = of.filter((movement) => !isHeld.has(movement));
    const settled = [
      ...of.filter((movement) => isHeld.has(movement)).map(unchanged),
      ...withDifferences(id, fresh, differences),
    ];
    const amount = settled.reduce((sum, each) => sum + payableOf(each), 0);
    return amount > 0 ? [{ id, currency, amount, ...rowsOf(settled) }] : [];
  });
  const isMore = movements.length >= MOVEMENTS_MAX && settlements.length > 0;
  const next = isMore ? now : new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  await write(ctx, access, now, next, settlements);
}

const payableOf = ({ late, line, times }: SettledMovement): number =>
  late || times === 0 ? 0 : line.gross - line.fee;

interface SettledRow {
  readonly movement_id: string;
  readonly line_number: number | null;
  readonly line: KeptLine;
  readonly held: boolean;
}

interface NewSettlement {
  readonly id: string;
  readonly currency: string;
  readonly amount: number;
  readonly rows: readonly SettledRow[];
  /** Lines of the report, with the transfer. */
  readonly lines: number;
}

/** Numbers the lines of a settlement; the transfer has the last number. */
function rowsOf(settled: readonly SettledMovement[]): Pick<NewSettlement, 'rows' | 'lines'> {
  let lines = 0;
  const rows = settled.flatMap(({ late, line, movement_id, times }): SettledRow[] => {
    if (late || times === 0) return [{ movement_id, line, line_number: null, held: late }];
    return Array.from({ length: times }, (_, i) => {
      lines += 1;
      return i === 0
        ? { movement_id, line, line_number: lines, held: false }
        : {
            movement_id: `${movement_id}_${i + 1}`,
            line: { ...line, repeats: true },
            line_number: lines,
            held: false,
          };
    });
  });
  return { rows, lines: lines + 1 };
}

async function isDue(ctx: SandboxContext, access: ConnectorAccess, now: Date): Promise<boolean> {
  const text = `select settles_at > $3::timestamptz as waits from sandbox_settling
    where merchant_id = $1 and merchant_connector_id = $2`;
  const { merchantConnectorId, merchantId } = access;
  const values = [merchantId, merchantConnectorId, now.toISOString()];
  const touches = { reads: ['sandbox_settling'] };
  const [row] = await ctx.rows.query<{ waits: boolean }>({ text, values, touches }, merchantId);
  return row?.waits !== true;
}

/** The movements that were held back until now. They are settled under their own names. */
async function heldMovements(ctx: SandboxContext, access: ConnectorAccess, now: Date): Promise<Movement[]> {
  const text = `select movement_id, line from sandbox_settled
    where merchant_id = $1 and merchant_connector_id = $2 and settlement_id is null and held_until <= $3::timestamptz
    order by held_until, movement_id limit $4`;
  const { merchantConnectorId, merchantId } = access;
  const values = [merchantId, merchantConnectorId, now.toISOString(), MOVEMENTS_MAX];
  const touches = { reads: ['sandbox_settled'] };
  const rows = await ctx.rows.query<{ movement_id: string; line: KeptLine }>(
    { text, values, touches },
    merchantId,
  );
  return rows.map(({ line, movement_id }) => ({ ...line, movement_id }) as Movement);
}

/*
 * One statement: an account that another process has settled meanwhile stays as it is. A movement that was held back
 * has a row already.
 */
const writing = `
  with claimed as (
    insert into sandbox_settling as s (merchant_id, merchant_connector_id, settles_at) values ($1, $2, $4::timestamptz)
    on conflict (merchant_id, merchant_connector_id) do update set settles_at = excluded.settles_at
      where s.settles_at <= $3::timestamptz
    returning 1),
  made as (
    insert into sandbox_settlements (merchant_id, merchant_connector_id, settlement_id, currency, amount, line_count,
      created_at, pays_at)
    select $1, $2, n.id, n.currency, n.amount, n.lines, $3::timestamptz, $5::timestamptz
    from jsonb_to_recordset($6::jsonb) as n(id text, currency text, amount int8, lines int)
    where exists (select from claimed)
    returning 1)
  insert into sandbox_settled as s (merchant_id, merchant_connector_id, movement_id, settlement_id, line_number, line,
    held_until, created_at)
  select $1, $2, r.movement_id, case when not r.held then r.settlement_id end, r.line_number, r.line,
    case when r.held then $8::timestamptz end, $3::timestamptz
  from jsonb_to_recordset($7::jsonb)
    as r(movement_id text, settlement_id text, line_number int, line jsonb, held boolean)
  where exists (select from claimed)
  on conflict (merchant_id, merchant_connector_id, movement_id) do update set settlement_id = excluded.settlement_id,
    line_number = excluded.line_number, held_until = excluded.held_until where s.settlement_id is null
  returning 1`;

async function write(
  ctx: SandboxContext,
  { merchantConnectorId, merchantId }: ConnectorAccess,
  now: Date,
  next: Date,
  settlements: readonly NewSettlement[],
): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const rows = settlements.flatMap(({ id, rows }) => rows.map((row) => ({ ...row, settlement_id: id })));
  const values = [
    ...[merchantId, merchantConnectorId, now.toISOString(), next.toISOString(), after(PAYS_AFTER_MS)],
    JSON.stringify(settlements.map(({ amount, currency, id, lines }) => ({ id, currency, amount, lines }))),
    ...[JSON.stringify(rows), after(HELD_MS)],
  ];
  const writes = ['sandbox_settling', 'sandbox_settlements', 'sandbox_settled'];
  await ctx.rows.query({ text: writing, values, touches: { writes } }, merchantId);
}
