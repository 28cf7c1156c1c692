/** Functions that maintain `stats_changes` and `stats_totals`, the source of statistics and exact counts. */
export const statisticsFunctions = (): string[] => [
  ...countedTables.flatMap(recordStats),
  foldStats,
  foldStatsOf(),
];

/** Columns of the totals that every type of object has in each of its totals. */
export const mainDimensions = [
  'currency',
  'status',
  'connector',
  'payment_method',
  'payment_method_type',
  'profile_id',
  'error_code',
  'unified_code',
  'authentication_type',
  'connector_decision',
  'operation',
  'duration_band',
  'first_attempt_failed',
] as const;
/** Dimensions of the type `attempt_detail` only: they multiply the combinations. */
export const detailDimensions = ['card_network', 'billing_country', 'issuer_error_code'] as const;
export const dimensions = [...mainDimensions, ...detailDimensions];
const notOfAttempts: readonly string[] = ['operation', 'duration_band', 'first_attempt_failed'];
const ofAttempts = dimensions.filter((name) => !notOfAttempts.includes(name));
export const sums = [
  'amount',
  'amount_captured',
  'amount_capturable',
  'amount_refunded',
  'duration_ms',
] as const;

/** A table with statistics: the type of its objects, and its column for each column of the totals that it fills. */
export interface CountedTable {
  readonly table: string;
  readonly type: string;
  readonly created: string;
  /** The column without which an object is not counted. */
  readonly unless?: string;
  readonly columns: Partial<Record<(typeof dimensions)[number] | (typeof sums)[number], string>>;
}

const commonColumns = {
  currency: 'currency',
  connector: 'connector',
  profile_id: 'profile_id',
  amount: 'amount',
};
const usual = { ...commonColumns, status: 'status', error_code: 'error_code' };
export const countedTables: readonly CountedTable[] = [
  {
    table: 'payments',
    type: 'payment',
    created: 'created',
    columns: {
      ...usual,
      payment_method: 'payment_method',
      first_attempt_failed: 'first_attempt_failed',
      amount_captured: 'amount_received',
      amount_capturable: 'amount_capturable',
      amount_refunded: 'amount_refunded',
    },
  },
  {
    table: 'attempts',
    type: 'attempt',
    created: 'created_at',
    columns: { ...usual, ...Object.fromEntries(ofAttempts.map((name) => [name, name])) },
  },
  {
    table: 'refunds',
    type: 'refund',
    created: 'created_at',
    columns: { ...usual, payment_method: 'payment_method' },
  },
  {
    table: 'disputes',
    type: 'dispute',
    created: 'created_at',
    columns: { ...commonColumns, status: 'dispute_status', payment_method: 'payment_method' },
  },
  {
    table: 'payouts',
    type: 'payout',
    created: 'created',
    columns: { ...usual, payment_method: 'payout_type' },
  },
  {
    table: 'connector_calls',
    type: 'connector_call',
    created: 'created_at',
    unless: 'duration_ms',
    columns: {
      connector: 'connector',
      operation: 'operation',
      duration_band: 'duration_band',
      duration_ms: 'duration_ms',
    },
  },
];

const types: Readonly<Record<string, string>> = { duration_band: 'int', first_attempt_failed: 'boolean' };
export const nullOf = (column: string) => `null::${types[column] ?? 'text'}`;
const list = (names: readonly string[]) => names.join(', ');
export const columns = list(['merchant_id', 'object_type', 'starts_at', ...dimensions, 'count', ...sums]);

/** What a table's rows add to the totals, as expressions of a row's columns. */
function countingOf({ columns: of, created, table, type, unless }: CountedTable) {
  const start = (name: string) =>
    `date_bin('15 minutes', ${name}.${created}, timestamptz '2000-01-01 00:00:00Z')`;
  const grouped = (name: string) =>
    dimensions.map((column) => (of[column] ? `${name}.${of[column]}` : nullOf(column)));
  return {
    isCounted: (name: string) => (unless ? `${name}.${unless} is not null` : 'true'),
    group: (name: string) => list([`${name}.merchant_id`, `'${type}'`, start(name), ...grouped(name)]),
    added: (value: (column: string) => string) =>
      list(sums.map((column) => (of[column] ? value(of[column]) : 'null::int8'))),
    table,
  };
}

type Counting = ReturnType<typeof countingOf>;

/** One deleted row. */
const countDeleted = ({ added, group }: Counting, name = 'old'): string =>
  `insert into stats_changes (${columns}) values (${group(name)}, -1, ${added((column) => `-${name}.${column}`)});`;

/** The function that appends changes of a table's statistics. */
const recordFunction = (counting: Counting, deleted: string, declared = ''): string => {
  const { added, group, isCounted, table } = counting;
  return `create function record_stats_of_${table}() returns trigger language plpgsql as $function$
    ${declared}begin
      if tg_op = 'INSERT' then
        insert into stats_changes (${columns}) values (${group('new')}, 1, ${added((column) => `new.${column}`)});
      elsif tg_op = 'DELETE' then
        ${deleted}
      else
        insert into stats_changes (${columns})
        select ${group('old')}, -1, ${added((column) => `-old.${column}`)} where ${isCounted('old')}
        union all
        select ${group('new')}, 1, ${added((column) => `new.${column}`)} where ${isCounted('new')};
      end if;
      return null;
    end $function$`;
};

/**
 * The functions and triggers that append changes of a table's statistics to `stats_changes`, row by row. An insert and an update
 * are skipped where nothing is counted or changes. Deleted connector calls are those of a statement on the table: rows of its
 * partitions are deleted to move them. They are counted one by one, as a statement that writes another table does not know them
 * on a node of a cluster.
 */
function recordStats(counted: CountedTable): string[] {
  const { columns: of, created, table, unless } = counted;
  const counting = [...new Set([created, ...Object.values(of)])];
  const row = (name: string) => list(counting.map((column) => `${name}.${column}`));
  const condition = unless ? ` when (new.${unless} is not null)` : '';
  const parts = countingOf(counted);
  const isMoved = table === 'connector_calls';
  const deleted = isMoved
    ? `for gone in select * from before_rows r where ${parts.isCounted('r')} loop
          ${countDeleted(parts, 'gone')}
        end loop;`
    : countDeleted(parts);
  return [
    recordFunction(parts, deleted, isMoved ? 'declare\n      gone record;\n    ' : ''),
    `create trigger stats_of_inserted after insert on ${table} for each row${condition}
     execute function record_stats_of_${table}()`,
    `create trigger stats_of_deleted after delete on ${table}
     ${isMoved ? 'referencing old table as before_rows for each statement' : 'for each row'} execute function record_stats_of_${table}()`,
    `create trigger stats_of_updated after update of ${list(counting)} on ${table} for each row
     when ((${row('old')}) is distinct from (${row('new')})) execute function record_stats_of_${table}()`,
  ];
}

export const added = sums.map((column) => `sum(${column})::int8`);
export const nonZero = ['count', ...sums].map((column) => `sum(${column}) <> 0`).join(' or ');
export const isZero = ['count = 0', ...sums.map((column) => `coalesce(${column}, 0) = 0`)].join(' and ');

/** What becomes of the changes that were taken; `besides` are further periods that they are spread to. */
const foldTaken = (besides = ''): string => `), summed as (
      select merchant_id, object_type, starts_at, ${list(dimensions)}, sum(count)::int as count,
             ${list(sums.map((column, i) => `${added[i]} as ${column}`))}
      from taken group by merchant_id, object_type, starts_at, ${list(dimensions)}
      having ${nonZero}
    ), typed as (
      select merchant_id, object_type, starts_at, ${list(mainDimensions)},
             ${list(detailDimensions.map((column) => `null::text as ${column}`))}, count, ${list(sums)} from summed
      union all
      select merchant_id, 'attempt_detail', starts_at, ${list(dimensions)}, count, ${list(sums)} from summed
      where object_type = 'attempt'
    ), spread as (
      select 'quarter_hour' as period, * from typed
      union all
      select 'day', merchant_id, object_type, date_trunc('day', starts_at, 'UTC'),
             ${list(dimensions)}, count, ${list(sums)}
      from typed${besides}
    ), added as (
      insert into stats_totals as t (period, series, ${columns})
      select period, md5(jsonb_build_array(${list(dimensions)})::text)::uuid as series,
             merchant_id, object_type, starts_at, ${list(dimensions)}, sum(count)::int, ${list(added)}
      from spread group by period, merchant_id, object_type, starts_at, ${list(dimensions)}
      having ${nonZero}
      order by merchant_id, object_type, period, starts_at, series
      on conflict (merchant_id, object_type, period, starts_at, series)
      do update set ${list(['count', ...sums].map((column) => `${column} = t.${column} + excluded.${column}`))}
    )`;

/**
 * Adds the oldest changes to the totals, and returns how many. They are summed first: most objects leave their initial
 * status at once. Readers see either the changes or the totals that include them, because one transaction deletes the
 * changes and writes the totals. Several may run at once: each takes other changes, and locks totals in the order of
 * the primary key. The changes are found by their row locations (ctid), in an array: the table is mostly empty when its
 * statistics are gathered, and a join planned for no rows would select the oldest changes anew for each row of a
 * backlog. A total whose count is zero may still hold an amount, until another run's changes are added.
 */
const foldStats = `
  create function fold_stats(at_most int) returns int language plpgsql as $function$
  declare
    folded int;
  begin
    with taken as (
      delete from stats_changes where ctid = any(array(
        select c.ctid from stats_changes c order by c.sequence limit at_most for update skip locked))
      returning *
    ${foldTaken()}
    select count(*) into folded from taken;
    delete from stats_totals where ${isZero};
    return folded;
  end $function$`;

/** Likewise of one merchant. The changes are found by their keys. */
export const foldStatsOf = (create = 'create', besides = ''): string => `
  ${create} function fold_stats(of text, at_most int) returns int language plpgsql as $function$
  declare
    folded int;
    oldest int8[] := array(select c.sequence from stats_changes c
      where c.merchant_id = of order by c.sequence limit at_most for update skip locked);
  begin
    with taken as (
      delete from stats_changes c where c.merchant_id = of and c.sequence = any(oldest)
      returning *
    ${foldTaken(besides)}
    select count(*) into folded from taken;
    delete from stats_totals where merchant_id = of and ${isZero};
    return folded;
  end $function$`;

/** As before, and into months and hours. */
export const foldStatsIntoAll = (): string => {
  const into = (period: string) => `
      union all
      select '${period}', merchant_id, object_type, date_trunc('${period}', starts_at, 'UTC'),
             ${list(dimensions)}, count, ${list(sums)}
      from typed`;
  return foldStatsOf('create or replace', into('month') + into('hour'));
};

/** The totals of months and hours, from those of their days and quarters of an hour. */
export const sumsOfPeriods = (): string[] =>
  [
    ['month', 'day'],
    ['hour', 'quarter_hour'],
  ].map(
    ([period, part]) => `
  insert into stats_totals (period, series, ${columns})
  select '${period}', series, merchant_id, object_type, date_trunc('${period}', starts_at, 'UTC'), ${list(dimensions)},
         sum(count)::int, ${list(added)}
  from stats_totals where period = '${part}'
  group by series, merchant_id, object_type, date_trunc('${period}', starts_at, 'UTC'), ${list(dimensions)}
  having ${nonZero}`,
  );
