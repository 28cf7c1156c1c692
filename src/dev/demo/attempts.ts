import { type Demo, insertFrom } from './statements.ts';

/**
 * Every try at every payment. All but the last failed: the one before a retry of the service's own with an
 * error that is mapped to `retry`, those before a customer's new try with one that another card can mend.
 */
export async function loadAttempts(demo: Demo): Promise<void> {
  const last = 'i = p.tries';
  const started =
    'case i when p.tries then p.last_started when 1 then p.first_confirmed else p.second_started end';
  await insertFrom(demo, 'attempts', {
    columns: {
      merchant_id: 'p.merchant_id',
      attempt_id: `p.payment_id || '_' || i`,
      payment_id: 'p.payment_id',
      status: `case when ${last} then p.attempt_status else 'failure' end`,
      amount: 'p.net_amount',
      order_tax_amount: 'p.order_tax_amount',
      currency: 'p.currency',
      connector: `'sandbox'`,
      merchant_connector_id: `case when ${last} then p.merchant_connector_id else p.main_id end`,
      connector_transaction_id: `case when ${last} then p.connector_transaction_id
        else pg_temp.make_id('sbx', ${started}, p.k, 60 + i) end`,
      reference_id: `p.payment_id || '_' || i`,
      payment_method: `'card'`,
      payment_method_type: 'p.kind',
      capture_method: 'p.capture_method',
      authentication_type: 'p.authentication_type',
      created_at: started,
      modified_at: `case when ${last} then p.updated else ${started} + interval '1 second' end`,
      cancellation_reason: 'p.cancellation_reason',
      error_code: 'f.code',
      error_message: 'f.message',
      unified_code: 'f.unified_code',
      unified_message: 'f.unified_message',
    },
    from: `demo_payments p cross join lateral generate_series(1, p.tries) i
      left join demo_failures f on f.flow = 'payment' and f.code = case
        when ${last} then p.failure
        when i = p.tries - 1 and p.retried_by_itself then 'processing_error'
        else pg_temp.pick('{card_declined,insufficient_funds,expired_card}', p.k, 64 + i) end`,
  });
}

/** When a capture of a row `p` of the drawn payments was made, by its number from 1: the last is the last change. */
export const capturedAt = (i: string | number) =>
  `date_trunc('milliseconds', p.answered + (p.updated - p.answered) * ${i} / p.parts)`;

/** What was taken out of authorizations, in as many parts as the capture method admits. */
export async function loadCaptures(demo: Demo): Promise<void> {
  await insertFrom(demo, 'captures', {
    columns: {
      merchant_id: 'p.merchant_id',
      capture_id: 'capture_id',
      payment_id: 'p.payment_id',
      status: `'charged'`,
      // Equal parts; the last takes what does not divide.
      amount: 'case when i < parts then part else p.amount_received - part * (parts - 1) end',
      currency: 'p.currency',
      connector: `'sandbox'`,
      authorized_attempt_id: `p.payment_id || '_' || p.tries`,
      connector_capture_id: `pg_temp.make_id('sbx', at, p.k, 74 + i)`,
      capture_sequence: 'i',
      reference_id: 'capture_id',
      created_at: 'at',
      // The sandbox captures at once.
      modified_at: 'at',
    },
    from: `(select *, amount_received / parts as part from demo_payments where parts > 0) p
      cross join lateral (select i, ${capturedAt('i')} as at from generate_series(1, p.parts) i) each
      cross join lateral (select pg_temp.make_id('cap', at, p.k, 70 + i) as capture_id) made`,
  });
}
