import { failures } from '../../connectors/sandbox/failures.ts';
import { createApiKey } from '../../core/access/api-keys.ts';
import { updateBusinessProfile } from '../../core/business-profiles/business-profiles.ts';
import {
  type ConnectorAccountCreation,
  createConnectorAccount,
} from '../../core/connector-accounts/connector-accounts.ts';
import { createErrorMapping } from '../../core/error-mappings/error-mappings.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { unifiedMessage } from '../../core/foundation/ports/connector-errors.ts';
import {
  createMerchantAccount,
  updateMerchantAccount,
} from '../../core/merchant-accounts/merchant-accounts.ts';
import { MERCHANT_ID, MERCHANT_NAME } from './blueprint.ts';
import type { Simulation } from './simulation.ts';

/** How long an unconfirmed payment stays open. */
export const SESSION_DAYS = 30;

/** A business profile of the demo merchant, and its markets. */
export interface Shop {
  readonly profileId: string;
  readonly country: string;
  readonly currencies: readonly string[];
  readonly language: string;
}

const regions = [
  { country: 'US', countries: ['US', 'CA', 'JP'], currencies: ['USD', 'CAD', 'JPY'], language: 'en-US' },
  {
    country: 'DE',
    countries: ['DE', 'FR', 'NL', 'GB', 'SE'],
    currencies: ['EUR', 'GBP', 'SEK'],
    language: 'de-DE',
  },
];
const BUSINESS = 'shop';

/** Creates the merchant with an API key and its two shops, the first of them the default profile. */
export async function openShops({ ctx, rows }: Simulation): Promise<Shop[]> {
  await createMerchantAccount(ctx, {
    merchant_id: MERCHANT_ID,
    merchant_name: MERCHANT_NAME,
    return_url: 'https://shop.example.com/thanks',
    merchant_details: {
      primary_contact_person: 'Robin Doe',
      primary_phone: '5035550100',
      primary_email: 'hello@shop.example.com',
      website: 'https://shop.example.com',
      about_business: 'A demo merchant.',
      address: { line1: '1 Alder Street', city: 'Portland', state: 'OR', zip: '97205', country: 'US' },
    },
    primary_business_details: regions.map(({ country }) => ({ country, business: BUSINESS })),
    // Without webhook_details: nobody would receive them.
  });
  await createApiKey(ctx, { name: 'Demo' });
  const text = 'select profile_id from business_profiles order by profile_id';
  const profiles = await rows.query<{ profile_id: string }>(
    { text, values: [], touches: { reads: ['business_profiles'] } },
    MERCHANT_ID,
  );
  const shops: Shop[] = [];
  for (const [i, region] of regions.entries()) {
    shops.push(await equipShop(ctx, profiles[i]!.profile_id, region));
  }
  await updateMerchantAccount(ctx, MERCHANT_ID, { default_profile: shops[0]!.profileId });
  return shops;
}

/** Gives a profile its connector accounts, and routes to them. */
async function equipShop(
  ctx: Simulation['ctx'],
  profileId: string,
  { countries, country, currencies, language }: (typeof regions)[number],
): Promise<Shop> {
  const account = (type: string, label: string, values: Partial<ConnectorAccountCreation> = {}) => {
    const secret = () => randomBase62(40, ctx.ports.randomBytes);
    return createConnectorAccount(ctx, {
      profile_id: profileId,
      connector_type: type as 'payment_processor',
      connector_name: 'sandbox',
      connector_label: label,
      connector_account_details: { api_key: secret() },
      connector_webhook_details: { merchant_secret: secret() },
      payment_methods_enabled: [cardsWithin(countries, currencies)],
      business_country: country,
      business_label: BUSINESS,
      ...values,
    } as ConnectorAccountCreation);
  };
  const label = `sandbox_${country.toLowerCase()}`;
  const wallet = {
    ...cardsWithin(countries, currencies),
    payment_method: 'wallet',
    payment_method_types: ['walletx'],
    payment_schemes: [],
  };
  const giftCard = { ...wallet, payment_method: 'gift_card', payment_method_types: ['givex'] };
  const main = await account('payment_processor', label, {
    payment_methods_enabled: [cardsWithin(countries, currencies), wallet, giftCard] as never,
  });
  // It declines nothing, so that automatic retries succeed here.
  const spare = await account('payment_processor', `${label}_spare`, { metadata: { decline: 'never' } });
  const payouts = await account('payout_processor', `${label}_payouts`);
  const choice = (id: string) => ({ connector: 'sandbox', merchant_connector_id: id });
  await updateBusinessProfile(ctx, profileId, {
    merchant_business_country: country,
    session_expiry: SESSION_DAYS * 86_400,
    is_auto_retries_enabled: true,
    max_auto_retries_enabled: 2,
    routing_algorithm: { type: 'priority', data: [choice(main), choice(spare)] },
    payout_routing_algorithm: { type: 'single', data: choice(payouts) },
  } as never);
  return { profileId, country, currencies, language };
}

/** Maps the sandbox's errors. Mappings belong to no merchant. Existing ones do not change. */
export async function mapSandboxErrors({ ctx, rows }: Simulation): Promise<Record<string, unknown>[]> {
  const text = `select flow || sub_flow || code as error from error_mappings where connector = 'sandbox' and message = ''`;
  const there = new Set(
    (
      await rows.query<{ error: string }>({ text, values: [], touches: { reads: ['error_mappings'] } }, null)
    ).map(({ error }) => error),
  );
  const created: string[] = [];
  for (const { category, code, decision, flow, sub_flow, unified_code } of failures) {
    if (there.has(flow + sub_flow + code)) continue;
    const id = await createErrorMapping(ctx, {
      connector: 'sandbox',
      ...{ flow, sub_flow, code, decision, unified_code },
      unified_message: unifiedMessage(unified_code, flow),
      // An empty message matches any text the connector sends with the code.
      message: '',
      status: 'Failure',
      step_up_possible: false,
      clear_pan_possible: decision === 'retry',
      error_category: category,
    } as never);
    created.push(id);
  }
  const all = 'select to_jsonb(t) as row from error_mappings t where error_mapping_id = any($1::text[])';
  return (
    await rows.query<{ row: Record<string, unknown> }>(
      { text: all, values: [created], touches: { reads: ['error_mappings'] } },
      null,
    )
  ).map(({ row }) => row);
}

const cardsWithin = (countries: string[], currencies: string[]) => ({
  payment_method: 'card',
  payment_method_types: ['credit', 'debit'],
  payment_schemes: ['Visa', 'Mastercard'],
  accepted_countries: { type: 'enable_only', list: countries },
  accepted_currencies: { type: 'enable_only', list: currencies },
  minimum_amount: 50,
  maximum_amount: 100_000_000,
  recurring_enabled: true,
  installment_payment_enabled: false,
});
