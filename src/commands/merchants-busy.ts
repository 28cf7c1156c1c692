import { defineCommand, print } from './command.ts';
import { whole } from './command-line.ts';
import { readAll, tableOf } from './read-all.ts';

const MERCHANTS_MAX = 20;
/** Beyond it the counts of the last minutes would read a large part of the tables. */
const MINUTES_MAX = 1_440;

/**
 * Each part reads an index by time, or a partial index of open rows. Open rows are counted up to a limit for each merchant.
 * The shares are of the merchants' changes, which the database had to write.
 */
const BUSY = `
  with done as (
    select merchant_id, count(*) as changes, count(distinct request_id) as requests from audit_log
    where created_at > now() - make_interval(mins => $1) and entry_id > '' group by 1
  ), paid as (
    select merchant_id, count(*) as payments from payments
    where created > now() - make_interval(mins => $1) and payment_id > '' group by 1
  ), told as (
    select merchant_id, count(*) as events from events
    where created_at > now() - make_interval(mins => $1) and event_id > '' group by 1
  ), called as (
    select merchant_id, count(*) as calls_open from connector_calls where status = 'intended' group by 1
  ), sent as (
    select merchant_id, count(*) as deliveries_under_way from pending_deliveries
    where lease is not null group by 1
  )
  select merchant_id, requests::int, changes::int, payments::int, events::int, calls_open::int, deliveries_under_way::int,
    round(100 * (coalesce(changes, 0) + coalesce(events, 0)) / sum(coalesce(changes, 0) + coalesce(events, 0)) over ())::int
      || ' %' as share
  from done full join paid using (merchant_id) full join told using (merchant_id) full join called using (merchant_id)
    full join sent using (merchant_id)
  order by coalesce(changes, 0) + coalesce(events, 0) desc, coalesce(calls_open, 0) desc, merchant_id limit ${MERCHANTS_MAX}`;

export const command = defineCommand({
  about: `Lists the merchants that make most work at present, at most ${MERCHANTS_MAX}: in the last minutes their requests that changed
something, the changes, payments and events of these, and each one's share of changes and events; and at this moment their
connector calls without an outcome and webhook deliveries under way. Reads leave nothing in the database: for those,
count the log's lines by merchant_id.`,
  options: {
    minutes: { value: 'minutes', about: 'how long to look back', default: '5' },
  },
  run: async ({ minutes }) => {
    const back = whole('minutes', minutes, 1, MINUTES_MAX);
    const { rows } = await readAll((session) => session.query<Record<string, unknown>>(BUSY, [back]));
    print(
      tableOf(rows, `No merchant changed anything in the last ${back} minutes, and nothing is under way.`),
    );
    return 0;
  },
});
