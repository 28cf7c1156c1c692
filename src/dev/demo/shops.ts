import { randomBase62 } from '../../core/foundation/ids.ts';
import { DAY_S, SESSION_DAYS } from './calendar.ts';
import { type Demo, insertRow, makeId } from './statements.ts';
import { regions, type Theme } from './vocabulary.ts';

/** One of a merchant's two shops: a row of the temporary table demo_shops. */
export interface Shop {
  merchant_id: string;
  region: number;
  profile_id: string;
  /** The connector account that payments are put to first. */
  main_id: string;
  /** The one they are tried again at. */
  spare_id: string;
}

/** Makes a shop: a business profile with its connector accounts. Payouts go through the first shop alone. */
export async function loadShop(
  demo: Demo,
  {
    merchantId,
    theme,
    region,
    atMs,
    signingKey,
  }: {
    merchantId: string;
    theme: Theme;
    region: number;
    atMs: number;
    /** The merchant account's own, which its first profiles sign with too. */
    signingKey: string;
  },
): Promise<Shop> {
  const { countries, currencies } = regions[region - 1]!;
  const country = countries[0]!;
  const accountsMs = atMs + 60_000;
  const id = (prefix: string, at: number, name: string) =>
    makeId(demo, prefix, at, `${merchantId} ${region} ${name}`);
  const shop: Shop = {
    merchant_id: merchantId,
    region,
    profile_id: await id('pro', atMs, 'profile'),
    main_id: await id('mca', accountsMs, 'main'),
    spare_id: await id('mca', accountsMs + 1000, 'spare'),
  };
  const payoutsId = region === 1 ? await id('mca', accountsMs + 2000, 'payouts') : null;

  const account = (merchant_connector_id: string) => ({ connector: 'sandbox', merchant_connector_id });
  await insertRow(demo, 'business_profiles', atMs, {
    merchant_id: merchantId,
    profile_id: shop.profile_id,
    profile_name: `${country}_${theme.business}`,
    payment_response_hash_key: demo.encryption.encrypt(signingKey, {
      table: 'business_profiles',
      column: 'payment_response_hash_key',
      key: [merchantId, shop.profile_id],
    }),
    routing_algorithm: { type: 'priority', data: [account(shop.main_id), account(shop.spare_id)] },
    payout_routing_algorithm: payoutsId === null ? null : { type: 'single', data: account(payoutsId) },
    session_expiry: SESSION_DAYS * DAY_S,
    is_auto_retries_enabled: true,
    max_auto_retries_enabled: 2,
    card_testing_guard_config: guardOff,
    merchant_business_country: country,
  });

  const common = { merchant_id: merchantId, profile_id: shop.profile_id, business_label: theme.business };
  const label = country.toLowerCase();
  const cards = cardsWithin(countries, currencies);
  await loadAccount(demo, accountsMs, {
    ...common,
    merchant_connector_id: shop.main_id,
    connector_type: 'payment_processor',
    connector_label: `sandbox_${label}`,
    payment_methods_enabled: JSON.stringify([cards, wallets(countries, currencies)]),
    business_country: country,
  });
  await loadAccount(demo, accountsMs + 1000, {
    ...common,
    merchant_connector_id: shop.spare_id,
    connector_type: 'payment_processor',
    connector_label: `sandbox_${label}_spare`,
    payment_methods_enabled: JSON.stringify([cards]),
    // It declines nothing, so what is tried again here goes through.
    metadata: { decline: 'never' },
    business_country: country,
  });
  if (payoutsId !== null) {
    const everywhere = cardsWithin(
      regions.flatMap((each) => each.countries),
      regions.flatMap((each) => each.currencies),
    );
    await loadAccount(demo, accountsMs + 2000, {
      ...common,
      merchant_connector_id: payoutsId,
      connector_type: 'payout_processor',
      connector_label: 'sandbox_payouts',
      payment_methods_enabled: JSON.stringify([everywhere]),
      business_country: country,
    });
  }
  return shop;
}

async function loadAccount(
  demo: Demo,
  atMs: number,
  account: { merchant_id: string; merchant_connector_id: string; [column: string]: unknown },
): Promise<void> {
  const seal = (column: string, value: unknown) =>
    demo.encryption.encrypt(value, {
      table: 'connector_accounts',
      column,
      key: [account.merchant_id, account.merchant_connector_id],
    });
  const secret = () => randomBase62(40, demo.randomBytes);
  await insertRow(demo, 'connector_accounts', atMs, {
    ...account,
    connector_name: 'sandbox',
    connector_account_details: seal('connector_account_details', {
      connector_account_details: { api_key: secret() },
      metadata: null,
    }),
    connector_webhook_details: seal('connector_webhook_details', {
      merchant_secret: secret(),
      additional_secret: null,
    }),
    test_mode: true,
    status: 'active',
  });
}

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

/** The wallet that the sandbox opens for whoever asks. */
const wallets = (countries: string[], currencies: string[]) => ({
  ...cardsWithin(countries, currencies),
  payment_method: 'wallet',
  payment_method_types: ['walletx'],
  payment_schemes: [],
});

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
