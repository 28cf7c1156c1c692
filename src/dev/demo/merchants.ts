import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { behaviourOf, testCards } from '../../connectors/sandbox/cards.ts';
import { cardFingerprint } from '../../core/cards/fingerprint.ts';
import type { Context } from '../../core/foundation/context.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { DAY_MS, DAYS, HISTORY_DAYS } from './calendar.ts';
import type { DemoKeys } from './keys.ts';
import { loadShop, type Shop } from './shops.ts';
import { createTable, type Demo, insertRow, makeId } from './statements.ts';
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

/** Makes the merchants with their profiles, connector accounts and keys. */
export async function loadMerchants(demo: Demo): Promise<DemoKeys[]> {
  const { client, amounts } = demo;
  const first = await nextNumber(client);
  const merchants: MerchantRow[] = [];
  const shops: Shop[] = [];
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
  await createTable(
    client,
    'demo_cards',
    'merchant_id text, card text, behaviour text, isin text, extended_bin text, last4 text, network text, fingerprint text',
    merchants.flatMap(({ merchant_id }) => cardsAt(demo, merchant_id)),
  );
  return keys;
}

/** What a merchant's payments show of the test cards. */
function cardsAt({ encryption }: Demo, merchantId: string): object[] {
  return Object.entries(testCards).map(([card, number]) => ({
    merchant_id: merchantId,
    card,
    behaviour: behaviourOf(number),
    isin: number.slice(0, 6),
    extended_bin: number.slice(0, 8),
    last4: number.slice(-4),
    network: number.startsWith('5') ? 'Mastercard' : 'Visa',
    fingerprint: cardFingerprint({ encryption } as Context, merchantId, number),
  }));
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
): Promise<{ shops: Shop[]; keys: DemoKeys }> {
  const { environment, encryption, randomBytes } = demo;
  const theme = themes[themeNumber - 1]!;
  const created = oldestMs(demo);
  const signingKey = randomBase62(64, randomBytes);
  const publishableKey = `pk_${environment}_${randomBase62(32, randomBytes)}`;
  await insertRow(demo, 'merchant_accounts', created, {
    merchant_id,
    merchant_name: theme.name,
    return_url: `https://shop.example.com/${theme.business}/thanks`,
    payment_response_hash_key: encryption.encrypt(signingKey, {
      table: 'merchant_accounts',
      column: 'payment_response_hash_key',
      key: [merchant_id],
    }),
    merchant_details: merchantDetails(theme),
    // No webhook_details: nobody listens, and every event would be sent in vain for a day.
    publishable_key: publishableKey,
    // An array as such would become one of PostgreSQL's own.
    primary_business_details: JSON.stringify(
      regions.map(({ countries }) => ({ country: countries[0], business: theme.business })),
    ),
    organization_id: await makeId(demo, 'org', created, merchant_id),
  });

  const shops: Shop[] = [];
  for (const i of regions.keys()) {
    shops.push(
      await loadShop(demo, {
        merchantId: merchant_id,
        theme,
        region: i + 1,
        atMs: created + 1000 + i,
        signingKey,
      }),
    );
  }

  const apiKey = `sk_${environment}_${randomBase62(43, randomBytes)}`;
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
  demo.loaded('api_keys', 1);
  return { shops, keys: { merchantId: merchant_id, apiKey, publishableKey } };
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
