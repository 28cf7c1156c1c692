import { testCards } from '../../connectors/sandbox/cards.ts';
import { WORKER_SCHEMA } from '../../database/orm-options.ts';
import { refundKey } from './sandbox-transactions.ts';
import { returnUrl } from './sandbox-words.ts';
import type { Demo } from './statements.ts';

interface DrawnCall {
  merchant_id: string;
  call_id: string;
  /** The name of a test card; null where the request names none. */
  card: keyof typeof testCards | null;
  request: { card?: object };
}

/** The sandbox tells first; who was not told asks a little after. */
const ASKED_AFTER = `interval '15 seconds'`;

const cardOf = (month: string, year: string) => `jsonb_build_object('number', null, 'expMonth', ${month},
  'expYear', ${year}, 'holderName', o.name, 'cvc', null)`;

/**
 * The calls whose outcome is still to come, and the jobs that ask for it: of payments, refunds and payouts that
 * wait for the sandbox, and of payments whose customer is at a challenge. Of what is settled, payouts alone have
 * theirs: that money was sent once is to be seen. Nothing looks at the many others, and each is sealed by itself.
 */
export async function loadCalls(demo: Demo): Promise<void> {
  const { client, encryption } = demo;
  const payoutCard = `o.payout_method_data->'card'`;
  await client.query(`
    create temp table demo_calls on commit drop as
    select t.merchant_id, t.idempotency_key as call_id, t.merchant_connector_id, t.created_at,
           case when t.settles_at <= pg_temp.finish() then t.outcome else t.first_outcome end as outcome,
           case when t.settles_at <= pg_temp.finish() then t.settles_at end as completed_at,
           case when t.settles_at > pg_temp.finish() then t.settles_at + ${ASKED_AFTER} end as look_up_at, o.*
    from sandbox_transactions t join (
      select p.merchant_id as of_merchant, p.connector_transaction_id as of_transaction, null::text as of_key,
             'payment' as flow, 'authorize' as operation, p.payment_id as object_id,
             p.payment_id || '_' || p.tries as part_id, p.card,
             jsonb_build_object('amount', p.net_amount, 'currency', p.currency,
               'card', ${cardOf('p.exp_month', 'p.exp_year')}, 'paymentMethod', 'card', 'paymentMethodType', p.kind,
               'capture', p.capture_method = 'automatic', 'threeDs', p.authentication_type = 'three_ds',
               'authentication', null, 'returnUrl', ${returnUrl(demo)}, 'offSession', false,
               'connectorMandateId', null, 'retries', p.retried_by_itself::int) as request
      from demo_payments p join demo_people o on o.merchant_id = p.merchant_id and o.j = p.j
      where p.status in ('processing', 'requires_customer_action', 'requires_merchant_action')
      union all
      select r.merchant_id, null, ${refundKey}, 'refund', 'refund', r.refund_id, null, null,
             jsonb_build_object('amount', r.amount, 'currency', r.currency,
               'connectorTransactionId', p.connector_transaction_id, 'reason', r.reason)
      from refunds r join demo_payments p on p.merchant_id = r.merchant_id and p.payment_id = r.payment_id
      where r.status in ('pending', 'review')
      union all
      select d.merchant_id, o.connector_transaction_id, null, 'payout', 'fulfill', o.payout_id,
             o.payout_id || '_1', d.card,
             jsonb_build_object('amount', o.amount, 'currency', o.currency, 'payoutType', 'card',
               'card', ${cardOf(`${payoutCard}->>'card_exp_month'`, `${payoutCard}->>'card_exp_year'`)})
      from demo_payouts d join payouts o on o.merchant_id = d.merchant_id and o.payout_id = d.payout_id
      where d.sent
    ) o on o.of_merchant = t.merchant_id and coalesce(o.of_transaction, o.of_key)
      = case when o.of_key is null then t.transaction_id else t.idempotency_key end
    where t.kind = 'payout' or t.settles_at is null or t.settles_at > pg_temp.finish()`);

  const { rows } = await client.query<DrawnCall>(
    'select merchant_id, call_id, card, request from demo_calls',
  );
  const boxes = rows.map(({ merchant_id, call_id, card, request }) =>
    encryption.encrypt(
      card === null ? request : { ...request, card: { ...request.card, number: testCards[card] } },
      {
        table: 'connector_calls',
        column: 'request',
        key: [merchant_id, call_id],
      },
    ),
  );
  const { rowCount } = await client.query(
    `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, part_id, merchant_connector_id,
       connector, status, request, outcome, look_ups, look_up_at, created_at, completed_at)
     select c.merchant_id, c.call_id, c.flow, c.operation, c.object_id, c.part_id, c.merchant_connector_id,
       'sandbox', case when c.completed_at is null then 'intended' else 'completed' end, sealed.box, c.outcome, 0,
       c.look_up_at, c.created_at, c.completed_at
     from demo_calls c join unnest($1::text[], $2::text[], $3::bytea[]) sealed(merchant_id, call_id, box)
       on sealed.merchant_id = c.merchant_id and sealed.call_id = c.call_id
     order by c.created_at`,
    [rows.map((row) => row.merchant_id), rows.map((row) => row.call_id), boxes],
  );
  demo.loaded('connector_calls', rowCount ?? 0);
  await client.query(`
    select count(*) from ${WORKER_SCHEMA}.add_jobs((
      select coalesce(array_agg(row('look_up_call', json_build_object('merchantId', merchant_id, 'callId', call_id),
        null, look_up_at, 25, call_id, null, null)::${WORKER_SCHEMA}.job_spec), '{}')
      from demo_calls where look_up_at is not null))`);
}
