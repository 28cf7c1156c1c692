import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { randomBase62 } from '../../core/ids.ts';
import { DAY_MS, DAY_S, DAYS, HISTORY_DAYS, SESSION_DAYS } from './calendar.ts';
import type { DemoKeys } from './load.ts';
import type { Demo } from './statements.ts';
import { regions, type Theme, themes } from './vocabulary.ts';

const oldestMs = (demo: Demo) => demo.finish.getTime() - (DAYS + HISTORY_DAYS + 1) * DAY_MS;

/** What the statements that follow need to know of a merchant: a row of the temporary table demo_merchants. */
interface MerchantRow {
  merchant_id: string;
  theme: number;
  payments: number;
  customers: number;
  guests: number;
  payouts: number;
}

/** One of a merchant's two shops: a row of demo_shops. */
interface ShopRow {
  merchant_id: string;
  region: number;
  profile_id: string;
  main_id: string;
  spare_id: string;
}

/** Makes the merchants with their profiles, connector accounts and keys. */
export async function loadMerchants(demo: Demo): Promise<DemoKeys[]> {
  const { client, amounts } = demo;
  const first = await nextNumber(client);
  const merchants: MerchantRow[] = [];
  const shops: ShopRow[] = [];
  const keys: DemoKeys[] = [];
  for (let i = 0; i < amounts.merchants; i++) {
    const number = first + i;
    const payments =
      Math.floor(amounts.payments / amounts.merchants) + Number(i < amounts.payments % amounts.merchants);
    const merchant: MerchantRow = {
      merchant_id: number === 1 ? 'demo' : `demo-${number}`,
      theme: 1 + ((number - 1) % themes.length),
      payments,
      customers: Math.ceil(payments / 8),
      guests: Math.ceil(payments / 6),
      payouts: Math.round(payments / 20),
    };
    merchants.push(merchant);
    const made = await loadMerchant(demo, merchant);
    shops.push(...made.shops);
    keys.push(made.keys);
  }
  await client.query(`
    create temp table demo_merchants
      (merchant_id text, theme int, payments int, customers int, guests int, payouts int, seed int8)
      on commit drop;
    create temp table demo_shops
      (merchant_id text, region int, profile_id text, main_id text, spare_id text) on commit drop`);
  // The merchant's identifier seeds all that is random about it: a second load differs from the first.
  await client.query(
    `insert into demo_merchants
     select r.*, hashtextextended(r.merchant_id, 0)
     from jsonb_to_recordset($1) as r(merchant_id text, theme int, payments int, customers int, guests int, payouts int)`,
    [JSON.stringify(merchants)],
  );
  await client.query(
    `insert into demo_shops select * from jsonb_to_recordset($1)
     as r(merchant_id text, region int, profile_id text, main_id text, spare_id text)`,
    [JSON.stringify(shops)],
  );
  await client.query('analyze demo_merchants; analyze demo_shops');
  return keys;
}

/** `demo` is number 1, `demo-2` number 2; a load goes on after the highest there is. */
async function nextNumber(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    `select coalesce(max(case merchant_id when 'demo' then 1 else substr(merchant_id, 6)::int end), 0) + 1 as next
     from merchant_accounts where merchant_id ~ '^demo(-[1-9][0-9]{0,8})?$'`,
  );
  return rows[0]!.next;
}

async function loadMerchant(
  demo: Demo,
  { merchant_id, theme: themeNumber }: MerchantRow,
): Promise<{ shops: ShopRow[]; keys: DemoKeys }> {
  const { environment, vault, randomBytes } = demo;
  const theme = themes[themeNumber - 1]!;
  const created = oldestMs(demo);
  const publishableKey = `pk_${environment}_${randomBase62(32, randomBytes)}`;
  const apiKey = `sk_${environment}_${randomBase62(43, randomBytes)}`;
  const secret = () => randomBase62(64, randomBytes);
  const seal = (table: string, column: string, key: string[], value: unknown) =>
    vault.seal(value, { table, column, key });

  await insert(demo, 'merchant_accounts', created, {
    merchant_id,
    merchant_name: theme.name,
    return_url: `https://shop.example.com/${theme.business}/thanks`,
    payment_response_hash_key: seal(
      'merchant_accounts',
      'payment_response_hash_key',
      [merchant_id],
      secret(),
    ),
    merchant_details: JSON.stringify(merchantDetails(theme)),
    publishable_key: publishableKey,
    primary_business_details: JSON.stringify(
      regions.map(({ countries }) => ({ country: countries[0], business: theme.business })),
    ),
    organization_id: await makeId(demo, 'org', created, merchant_id),
  });

  const shops: ShopRow[] = [];
  for (const [i, { countries, currencies }] of regions.entries()) {
    const at = created + 1000 + i;
    const ids = { profile: '', main: '', spare: '', payouts: '' };
    for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
      ids[name] = await makeId(demo, name === 'profile' ? 'pro' : 'mca', at, `${merchant_id} ${name}`);
    }
    const country = countries[0]!;
    await insert(demo, 'business_profiles', at, {
      merchant_id,
      profile_id: ids.profile,
      profile_name: `${country}_${theme.business}`,
      payment_response_hash_key: seal(
        'business_profiles',
        'payment_response_hash_key',
        [merchant_id, ids.profile],
        secret(),
      ),
      routing_algorithm: JSON.stringify({
        type: 'priority',
        data: [ids.main, ids.spare].map((id) => ({ connector: 'sandbox', merchant_connector_id: id })),
      }),
      payout_routing_algorithm:
        i === 0
          ? JSON.stringify({
              type: 'single',
              data: { connector: 'sandbox', merchant_connector_id: ids.payouts },
            })
          : null,
      session_expiry: SESSION_DAYS * DAY_S,
      is_auto_retries_enabled: true,
      max_auto_retries_enabled: 2,
      card_testing_guard_config: JSON.stringify(guardOff),
      merchant_business_country: country,
    });

    const account = (id: string, label: string, more: object) =>
      insert(demo, 'connector_accounts', at + 60_000, {
        merchant_id,
        merchant_connector_id: id,
        connector_type: 'payment_processor',
        connector_name: 'sandbox',
        connector_label: label,
        profile_id: ids.profile,
        connector_account_details: seal(
          'connector_accounts',
          'connector_account_details',
          [merchant_id, id],
          {
            connector_account_details: { api_key: secret() },
            metadata: null,
          },
        ),
        connector_webhook_details: seal(
          'connector_accounts',
          'connector_webhook_details',
          [merchant_id, id],
          {
            merchant_secret: secret(),
            additional_secret: null,
          },
        ),
        payment_methods_enabled: JSON.stringify([cardsWithin(countries, currencies)]),
        test_mode: true,
        business_country: country,
        business_label: theme.business,
        status: 'active',
        ...more,
      });
    const label = country.toLowerCase();
    await account(ids.main, `sandbox_${label}`, {});
    // The spare account declines nothing, so what is tried again there goes through.
    await account(ids.spare, `sandbox_${label}_spare`, { metadata: JSON.stringify({ decline: 'never' }) });
    if (i === 0) {
      const everywhere = cardsWithin(
        regions.flatMap((region) => region.countries),
        regions.flatMap((region) => region.currencies),
      );
      await account(ids.payouts, 'sandbox_payouts', {
        connector_type: 'payout_processor',
        payment_methods_enabled: JSON.stringify([everywhere]),
      });
    }
    shops.push({
      merchant_id,
      region: i + 1,
      profile_id: ids.profile,
      main_id: ids.main,
      spare_id: ids.spare,
    });
  }

  await demo.client.query(
    `insert into api_keys (merchant_id, key_id, name, prefix, last4, hash, created_at)
     values ($1, $2, 'Demo', $3, $4, $5, $6)`,
    [
      merchant_id,
      await makeId(demo, 'key', created, merchant_id),
      `sk_${environment}_`,
      apiKey.slice(-4),
      createHash('sha256').update(apiKey).digest('hex'),
      new Date(created),
    ],
  );
  return { shops, keys: { merchantId: merchant_id, apiKey, publishableKey } };
}

/** Inserts one row, made and last changed at an instant. */
async function insert(demo: Demo, table: string, atMs: number, values: object): Promise<void> {
  const row = { ...values, created_at: new Date(atMs), modified_at: new Date(atMs) };
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`);
  await demo.client.query(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}

async function makeId(demo: Demo, prefix: string, atMs: number, seed: string): Promise<string> {
  const { rows } = await demo.client.query<{ id: string }>(
    'select pg_temp.make_id($1, $2, hashtextextended($3, 0), 1) as id',
    [prefix, new Date(atMs), `${prefix} ${seed}`],
  );
  return rows[0]!.id;
}

const merchantDetails = ({ name, about, business }: Theme) => ({
  primary_contact_person: 'Robin Doe',
  primary_phone: '5035550100',
  primary_email: `hello@${business}.example.com`,
  secondary_contact_person: null,
  secondary_phone: null,
  secondary_email: null,
  website: `https://${business}.example.com`,
  about_business: about,
  address: {
    city: 'Portland',
    country: 'US',
    line1: '1 Alder Street',
    line2: name,
    line3: null,
    zip: '97205',
    state: 'OR',
    first_name: 'Robin',
    last_name: 'Doe',
  },
});

/** The guards as a new profile has them. */
const guardOff = {
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 3600,
};

const cardsWithin = (countries: string[], currencies: string[]) => ({
  accepted_countries: { list: countries, type: 'enable_only' },
  accepted_currencies: { list: currencies, type: 'enable_only' },
  installment_payment_enabled: false,
  recurring_enabled: true,
  maximum_amount: 100_000_000,
  minimum_amount: 50,
  payment_method: 'card',
  payment_method_issuers: [],
  payment_method_types: ['credit', 'debit'],
  payment_schemes: ['Visa', 'Mastercard'],
});
