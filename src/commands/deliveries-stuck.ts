import { defineCommand, print } from './command.ts';
import { UsageError } from './command-line.ts';
import { readAll, tableOf } from './read-all.ts';

const ENDPOINTS_MAX = 1_000;

export const command = defineCommand({
  about: `Lists the webhook endpoints whose deliveries are due for longer than some minutes, the longest first, with
what holds them up: an endpoint that rests after failures, one that is disabled, or too few processes. It exits with 1
if there are some.`,
  options: {
    minutes: { value: 'minutes', about: 'how long a delivery may be due', default: '5' },
  },
  run: async ({ minutes }) => {
    if (!/^\d{1,6}$/.test(minutes)) throw new UsageError('--minutes must be a whole number.');
    const { rows } = await readAll((session) =>
      session.query<Record<string, string>>(
        `select d.merchant_id, d.profile_id, d.endpoint_id, d.deliveries,
           to_char(d.oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due_since,
           case when e.stopped_at is not null then 'disabled'
             when e.resting_until > now() then 'rests after ' || e.failures || ' failures'
             else 'waits for a process' end as state
         from (
           select merchant_id, min(profile_id) as profile_id, endpoint_id, count(*)::int as deliveries, min(next_attempt_at) as oldest
           from pending_deliveries group by merchant_id, endpoint_id) d
         left join webhook_endpoint_states e using (merchant_id, endpoint_id)
         where d.oldest < now() - make_interval(mins => $1) order by d.oldest limit ${ENDPOINTS_MAX}`,
        [Number(minutes)],
      ),
    );
    print(tableOf(rows, `No delivery is due for longer than ${minutes} minutes.`));
    return rows.length === 0 ? 0 : 1;
  },
});
