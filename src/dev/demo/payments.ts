import { SESSION_DAYS } from './calendar.ts';
import { challengeUrl } from './sandbox-words.ts';
import { sealCards } from './seal-cards.ts';
import { type Demo, insertFrom } from './statements.ts';

/** Addresses from the ranges that are kept for documentation. */
const browser = `jsonb_build_object('color_depth', 24, 'java_enabled', false, 'java_script_enabled', true,
  'language', case p.region when 1 then 'en-US' else 'de-DE' end,
  'screen_height', 1080, 'screen_width', 1920, 'time_zone', case p.region when 1 then 300 else -60 end,
  'ip_address', pg_temp.pick('{192.0.2.,198.51.100.,203.0.113.}', p.k, 56) || pg_temp.roll(254, p.k, 57),
  'accept_header', 'text/html,application/xhtml+xml,*/*;q=0.8',
  'user_agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'os_type', null, 'os_version', null, 'device_model', null)`;

export async function loadPayments(demo: Demo): Promise<void> {
  // The number that was typed in is kept as long as it may be asked for again.
  await sealCards(
    demo,
    'payments',
    `
    select merchant_id, payment_id as id, card from demo_payments
    where payment_method_id is null and card is not null and status in ('requires_confirmation',
      'requires_customer_action', 'requires_merchant_action', 'processing', 'failed')`,
  );
  await insertFrom(demo, 'payments', {
    columns: {
      merchant_id: 'p.merchant_id',
      payment_id: 'p.payment_id',
      status: 'p.status',
      amount: 'p.amount',
      net_amount: 'p.net_amount',
      shipping_cost: 'p.shipping_cost',
      order_tax_amount: 'p.order_tax_amount',
      surcharge_details: `case when p.surcharge is not null
        then jsonb_build_object('surcharge_amount', p.surcharge, 'tax_amount', 0) end`,
      amount_capturable: 'p.amount_capturable',
      amount_received: 'p.amount_received',
      currency: 'p.currency',
      client_secret: 'pg_temp.secret(p.payment_id)',
      created: 'p.created',
      updated: 'p.updated',
      expires_on: `p.created + interval '${SESSION_DAYS} days'`,
      customer_id: 'p.customer_id',
      customer: 'o.summary',
      email: 'o.email',
      name: 'o.name',
      phone: 'o.phone',
      billing: `case when pg_temp.u(p.k, 50) < 0.5 then o.contact end`,
      shipping: `case when p.ships then o.contact end`,
      description: `p.product1 || case when p.product2 is not null then ' and ' || p.product2 else '' end`,
      order_details: `case when pg_temp.u(p.k, 51) < 0.6 then case when p.product2 is null
          then jsonb_build_array(jsonb_build_object('product_name', p.product1, 'quantity', p.q1, 'amount', p.price1))
          else jsonb_build_array(
            jsonb_build_object('product_name', p.product1, 'quantity', p.q1, 'amount', p.price1),
            jsonb_build_object('product_name', p.product2, 'quantity', p.q2, 'amount', p.price2)) end end`,
      merchant_order_reference_id: `'ORD-' || lpad(p.n::text, 7, '0')`,
      metadata: `case when pg_temp.u(p.k, 52) < 0.35 then jsonb_build_object(
        'channel', pg_temp.pick('{web,web,app,phone}', p.k, 53),
        'campaign', pg_temp.pick('{none,newsletter,spring,partner}', p.k, 54)) end`,
      browser_info: `case when p.confirmed_once and pg_temp.u(p.k, 55) < 0.25 then ${browser} end`,
      return_url: `case when pg_temp.u(p.k, 58) < 0.8 then 'https://shop.example.com/orders/' || p.n end`,
      profile_id: 'p.profile_id',
      capture_method: 'p.capture_method',
      authentication_type: 'p.authentication_type',
      payment_method: `case when p.card is not null then 'card' end`,
      payment_method_type: 'p.kind',
      payment_method_data: `case when p.card is not null then jsonb_build_object('billing', null,
        'card', jsonb_build_object('last4', c.last4, 'card_type', null, 'card_network', c.network,
          'card_issuer', null, 'card_issuing_country', null, 'card_isin', c.isin, 'card_extended_bin',
          case when p.payment_method_id is null then c.extended_bin end,
          'card_exp_month', p.exp_month, 'card_exp_year', p.exp_year, 'card_holder_name', o.name,
          'payment_checks', null, 'authentication_data', null)) end`,
      payment_method_id: 'p.payment_method_id',
      payment_method_status: `case when p.payment_method_id is not null then 'active' end`,
      card_discovery: `case when p.payment_method_id is not null then 'saved_card'
        when p.card is not null then 'manual' end`,
      next_action: `case when p.status = 'requires_customer_action' then jsonb_build_object('type', 'redirect_to_url',
        'redirect_to_url', ${challengeUrl(demo, 'p.connector_transaction_id')}) end`,
      connector: `case when p.confirmed_once then 'sandbox' end`,
      connector_label: 'account.connector_label',
      merchant_connector_id: 'p.merchant_connector_id',
      connector_transaction_id: 'p.connector_transaction_id',
      reference_id: `case when p.tries > 0 then p.payment_id || '_' || p.tries end`,
      attempt_count: 'p.tries',
      cancellation_reason: 'p.cancellation_reason',
      error_code: 'f.code',
      error_message: 'f.message',
      issuer_error_code: `f.outcome->>'issuerCode'`,
      issuer_error_message: `f.outcome->>'issuerMessage'`,
      unified_code: 'f.unified_code',
      unified_message: 'f.unified_message',
      fingerprint: 'c.fingerprint',
      card_number: 'sealed.box',
      manual_retry_allowed: `case when p.status = 'failed' then true end`,
    },
    from: `demo_payments p
      join demo_people o on o.merchant_id = p.merchant_id and o.j = p.j
      left join demo_cards c on c.merchant_id = p.merchant_id and c.card = p.card
      left join demo_sealed sealed on sealed.merchant_id = p.merchant_id and sealed.id = p.payment_id
      left join demo_failures f on f.flow = 'payment' and f.code = p.failure
      left join connector_accounts account
        on account.merchant_id = p.merchant_id and account.merchant_connector_id = p.merchant_connector_id`,
  });
}
