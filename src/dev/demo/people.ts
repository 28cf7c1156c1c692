import { DAYS, HISTORY_DAYS } from './calendar.ts';
import { sealCards } from './seal-cards.ts';
import { type Demo, insertFrom } from './statements.ts';
import { plainLetters } from './vocabulary.ts';

/** Everyone who pays: customers numbered from 1, oldest first, and guests numbered from -1. */
export async function drawPeople({ client }: Demo): Promise<void> {
  // Customers come at even steps, each early enough within its own that all before a moment can be counted
  // by division, which is how a payment finds a customer who was there already.
  await client.query(
    `
    create temp table demo_people on commit drop as
    with drawn as (
      select m.merchant_id, j, hashint8extended(j, m.seed) as k,
             make_interval(secs => ${(DAYS + HISTORY_DAYS - 1) * 86_400}.0 / m.customers) as step
      from demo_merchants m cross join lateral generate_series(-m.guests, m.customers) j
      where j <> 0
      offset 0
    ), named as (
      select d.*, f.name as first_name, l.name as last_name, p.region, p.currency, p.calling,
             p.prefix || lpad((hashint8extended(k, 4) & 65535)::text, p.digits, '0') as phone,
             p.city, p.country, p.state, p.zip,
             case when p.region = 1 then pg_temp.roll(2400, k, 5) || ' ' || p.street
                  else p.street || ' ' || pg_temp.roll(140, k, 5) end as line1,
             case when pg_temp.u(k, 6) < 0.2 then 'Apt ' || pg_temp.roll(40, k, 7) end as line2,
             date_trunc('milliseconds', pg_temp.start() - interval '${HISTORY_DAYS} days'
               + (greatest(j, 1) - 1 + 0.9 * pg_temp.u(k, 8)) * step) as created_at
      from drawn d
      join demo_places p on p.i = pg_temp.roll((select count(*)::int from demo_places), k, 1)
      join demo_first_names f on f.i = pg_temp.roll((select count(*)::int from demo_first_names), k, 2)
      join demo_last_names l on l.i = pg_temp.roll((select count(*)::int from demo_last_names), k, 3)
      offset 0
    ), addressed as (
      select merchant_id, j, k, region, currency, created_at, calling, phone,
             case when j > 0 then pg_temp.make_id('cus', created_at, k, 9) end as customer_id,
             first_name || ' ' || last_name as name,
             translate(lower(first_name || '.' || last_name), $1, $2) || abs(j)
               || case when pg_temp.u(k, 10) < 0.6 then '@example.com' else '@example.org' end as email,
             jsonb_build_object('city', city, 'country', country, 'line1', line1, 'line2', line2, 'line3', null,
               'zip', zip, 'state', state, 'first_name', first_name, 'last_name', last_name) as address
      from named
      offset 0
    )
    select *,
           jsonb_build_object('address', address, 'email', email,
             'phone', jsonb_build_object('number', phone, 'country_code', calling)) as contact,
           case when j > 0 then jsonb_build_object('id', customer_id, 'name', name, 'email', email, 'phone', phone,
             'phone_country_code', calling) end as summary
    from addressed`
      .replace('$1', client.escapeLiteral(plainLetters.from))
      .replace('$2', client.escapeLiteral(plainLetters.to)),
  );
  await client.query('analyze demo_people (merchant_id, j)');
}

/** Cards that customers saved: the first when they came, a second a little later. */
export async function drawMethods({ client }: Demo): Promise<void> {
  await client.query(`
    create temp table demo_methods on commit drop as
    with drawn as (
      select p.merchant_id, p.j, p.customer_id, p.name, seq, hashint8extended(seq, p.k) as k,
             date_trunc('milliseconds', p.created_at + pg_temp.seconds(
               20 + (seq - 1) * 700 + 500 * pg_temp.u(p.k, 20 + seq))) as created,
             -- A card that a customer has already would not be kept twice: the second is one of the other two.
             (1 + (pg_temp.roll(3, p.k, 26) + case seq when 1 then -1 else pg_temp.roll(2, p.k, 27) - 1 end) % 3)::text
               as card,
             seq = 1 and pg_temp.u(p.k, 24) < 0.7 as is_default,
             seq = 1 or pg_temp.u(p.k, 25) < 0.8 as active
      from demo_people p cross join lateral generate_series(1, 2) seq
      where p.j > 0 and pg_temp.u(p.k, 23) < case seq when 1 then 0.45 else 0.1 end
      offset 0
    )
    select d.*, pg_temp.make_id('pm', created, k, 1) as payment_method_id,
           c.last4, c.isin, c.network, c.fingerprint, pg_temp.pick('{credit,credit,debit}', k, 3) as kind,
           'card_' || left(translate(encode(sha256(int8send(k)), 'base64'), '+/=', ''), 24) as card_token,
           lpad(pg_temp.roll(12, k, 4)::text, 2, '0') as exp_month,
           (extract(year from pg_temp.finish())::int + pg_temp.roll(4, k, 5))::text as exp_year
    from drawn d join demo_cards c on c.merchant_id = d.merchant_id and c.card = d.card`);
  await client.query('analyze demo_methods (merchant_id, j)');
}

export async function loadCustomers(demo: Demo): Promise<void> {
  await insertFrom(demo, 'customers', {
    columns: {
      merchant_id: 'p.merchant_id',
      customer_id: 'p.customer_id',
      name: 'p.name',
      email: 'p.email',
      phone: 'p.phone',
      phone_country_code: 'p.calling',
      description: `case when pg_temp.u(p.k, 30) < 0.1
        then pg_temp.pick('{"Prefers e-mail.","Regular customer.","Asked for paper invoices.","Trade account."}', p.k, 31) end`,
      address: 'p.address',
      created_at: 'p.created_at',
      metadata: `case when pg_temp.u(p.k, 32) < 0.3
        then jsonb_build_object('tier', pg_temp.pick('{bronze,silver,gold}', p.k, 33)) end`,
      default_payment_method_id: 'm.payment_method_id',
      modified_at: 'coalesce(m.created, p.created_at)',
    },
    from: `demo_people p
      left join demo_methods m on m.merchant_id = p.merchant_id and m.j = p.j and m.is_default
      where p.j > 0 order by p.created_at`,
  });
}

/** Saved cards as they are once every payment is known: last used when they were last paid with. */
export async function loadMethods(demo: Demo): Promise<void> {
  const cards = 'select merchant_id, payment_method_id as id, card from demo_methods';
  await sealCards(demo, 'payment_methods', cards);
  await insertFrom(demo, 'payment_methods', {
    columns: {
      merchant_id: 'm.merchant_id',
      payment_method_id: 'm.payment_method_id',
      customer_id: 'm.customer_id',
      payment_method: `'card'`,
      payment_method_type: 'm.kind',
      card: `jsonb_build_object('scheme', m.network, 'issuer_country', null, 'last4_digits', m.last4,
        'expiry_month', m.exp_month, 'expiry_year', m.exp_year, 'card_token', m.card_token, 'card_holder_name', m.name,
        'card_fingerprint', m.fingerprint, 'nick_name', case when pg_temp.u(m.k, 10) < 0.2
          then pg_temp.pick('{Everyday,Travel,Work,Household}', m.k, 11) end,
        'card_network', m.network, 'card_isin', m.isin, 'card_issuer', null, 'card_type', null,
        'saved_to_locker', true)`,
      card_number: 'sealed.box',
      recurring_enabled: 'true',
      created: 'm.created',
      last_used_at: 'used.at',
      client_secret: 'pg_temp.secret(m.payment_method_id)',
      status: `case when m.active then 'active' else 'inactive' end`,
      billing: 'p.contact',
      updated_at: 'greatest(m.created, used.at)',
    },
    from: `demo_methods m join demo_people p on p.merchant_id = m.merchant_id and p.j = m.j
      join demo_sealed sealed on sealed.merchant_id = m.merchant_id and sealed.id = m.payment_method_id
      left join (select payment_method_id, date_trunc('milliseconds', max(first_confirmed)) as at from demo_payments
                 where payment_method_id is not null group by 1) used
        on used.payment_method_id = m.payment_method_id
      order by m.created`,
  });
}
