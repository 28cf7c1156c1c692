import { Migration } from '@mikro-orm/migrations';

/** What keeps `stats_changes` and `stats_totals`, which statistics and exact counts are read from. */
export class Migration20261122000200_statistics extends Migration {
  override up(): void {
    for (const counted of countedTables) {
      for (const statement of recordStats(counted)) this.addSql(statement);
    }
    this.addSql(foldStats);
  }
}

/** A table with statistics: the type of its objects, and its column for each dimension that it has. */
interface CountedTable {
  readonly table: string;
  readonly type: string;
  readonly created: string;
  readonly status: string;
  readonly paymentMethod?: string;
  readonly errorCode?: string;
}

const countedTables: readonly CountedTable[] = [
  {
    table: 'payments',
    type: 'payment',
    created: 'created',
    status: 'status',
    paymentMethod: 'payment_method',
    errorCode: 'error_code',
  },
  { table: 'refunds', type: 'refund', created: 'created_at', status: 'status', errorCode: 'error_code' },
  { table: 'disputes', type: 'dispute', created: 'created_at', status: 'dispute_status' },
  {
    table: 'payouts',
    type: 'payout',
    created: 'created',
    status: 'status',
    paymentMethod: 'payout_type',
    errorCode: 'error_code',
  },
];

const dimensions = 'currency, status, connector, payment_method, profile_id, error_code';
const columns = `merchant_id, object_type, starts_at, ${dimensions}, count, amount`;

/**
 * The function and triggers that append to `stats_changes` what a statement changes in a table's statistics. Updates
 * have a trigger for each row, because that one is left out where no dimension changes.
 */
function recordStats(counted: CountedTable): string[] {
  const { created, errorCode, paymentMethod, status, table, type } = counted;
  const others = ['connector', paymentMethod, 'profile_id', errorCode];
  const counting = ['currency', status, ...others, created, 'amount'].filter(
    (column) => column !== undefined,
  );
  const row = (name: string) => counting.map((column) => `${name}.${column}`).join(', ');
  const values = (name: string) => {
    const start = `date_bin('15 minutes', ${name}.${created}, timestamptz '2000-01-01 00:00:00Z')`;
    const grouped = others.map((column) => (column === undefined ? 'null::text' : `${name}.${column}`));
    return `${name}.merchant_id, '${type}', ${start}, ${name}.currency, ${name}.${status}, ${grouped.join(', ')}`;
  };
  const sums = (rows: string, sign: '+' | '-') => `
        insert into stats_changes (${columns})
        select ${values('r')}, (${sign}count(*))::int, (${sign}sum(r.amount))::int8 from ${rows} r
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  return [
    `create function record_stats_of_${table}() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then ${sums('after_rows', '+')};
      elsif tg_op = 'DELETE' then ${sums('before_rows', '-')};
      else
        insert into stats_changes (${columns})
        values (${values('old')}, -1, -old.amount), (${values('new')}, 1, new.amount);
      end if;
      return null;
    end $function$`,
    `create trigger stats_of_inserted after insert on ${table}
     referencing new table as after_rows for each statement execute function record_stats_of_${table}()`,
    `create trigger stats_of_deleted after delete on ${table}
     referencing old table as before_rows for each statement execute function record_stats_of_${table}()`,
    `create trigger stats_of_updated after update of ${counting.join(', ')} on ${table} for each row
     when ((${row('old')}) is distinct from (${row('new')})) execute function record_stats_of_${table}()`,
  ];
}

/**
 * Adds the oldest changes to the totals, and returns how many. Readers see either the changes or the totals that
 * hold them, because one transaction deletes the changes and writes the totals. Several may run at once: each takes
 * other changes, and locks totals in the order of the primary key.
 */
const foldStats = `
  create function fold_stats(at_most int) returns int language plpgsql as $function$
  declare
    folded int;
  begin
    with taken as (
      delete from stats_changes where (merchant_id, sequence) in (
        select c.merchant_id, c.sequence from stats_changes c
        order by c.sequence limit at_most for update skip locked)
      returning *
    ), spread as (
      select merchant_id, object_type, 'quarter_hour' as period, starts_at, ${dimensions}, count, amount from taken
      union all
      select merchant_id, object_type, 'day', date_trunc('day', starts_at, 'UTC'), ${dimensions}, count, amount
      from taken
    ), added as (
      insert into stats_totals as t
        (merchant_id, object_type, period, starts_at, series, ${dimensions}, count, amount)
      select merchant_id, object_type, period, starts_at,
             md5(jsonb_build_array(${dimensions})::text)::uuid as series, ${dimensions},
             sum(count)::int, sum(amount)::int8
      from spread group by merchant_id, object_type, period, starts_at, ${dimensions}
      having sum(count) <> 0 or sum(amount) <> 0
      order by merchant_id, object_type, period, starts_at, series
      on conflict (merchant_id, object_type, period, starts_at, series)
      do update set count = t.count + excluded.count, amount = t.amount + excluded.amount
    )
    select count(*) into folded from taken;
    delete from stats_totals where count = 0;
    return folded;
  end $function$`;
