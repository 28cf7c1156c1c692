import { defineCommand, print } from './command.ts';
import { readAll, tableOf } from './read-all.ts';

const CALLS_MAX = 1_000;

export const command = defineCommand({
  about: `Lists the connector calls whose outcome nobody knows, the oldest first. Look each up at the vendor by its
call_id, which is the idempotency key it was sent with; do not pay again by hand before that. It exits with 1 if there
are some.`,
  run: async () => {
    const { rows } = await readAll((session) =>
      session.query<Record<string, string>>(
        `select merchant_id, call_id, connector, merchant_connector_id, operation, flow || ' ' || object_id as object,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as sent_at, look_ups
         from connector_calls where status = 'intended' and outcome ->> 'kind' = 'unknown'
         order by created_at limit ${CALLS_MAX}`,
      ),
    );
    print(tableOf(rows, 'The outcome of every call is known or still looked up.'));
    if (rows.length === CALLS_MAX) print(`These are the oldest ${CALLS_MAX}; there may be more.`);
    return rows.length === 0 ? 0 : 1;
  },
});
