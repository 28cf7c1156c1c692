import { ApiKeyCreation, ApiKeyUpdate } from '../../../core/access/api-keys.ts';
import {
  BusinessProfileCreation,
  BusinessProfileUpdate,
} from '../../../core/business-profiles/business-profile-input.ts';
import {
  ConnectorAccountCreation,
  ConnectorAccountUpdate,
} from '../../../core/connector-accounts/connector-accounts.ts';
import { MerchantAccountUpdate } from '../../../core/merchant-accounts/merchant-accounts.ts';
import type { DescribedClass } from '../../../core/model/index.ts';
import { isObject } from '../../../core/model/read-input.ts';
import { PaymentMethodCreation } from '../../../core/payment-methods/payment-method-input.ts';
import { RoutingEvaluationRequest } from '../../../core/payments/authorize/evaluate-routing.ts';
import {
  PayoutCancellation,
  PayoutConfirmation,
  PayoutCreation,
} from '../../../core/payouts/payout-inputs.ts';
import type { Alias } from './aliases.ts';

const notTaken = { unused: 'no connector takes it.' } as const;
const fromNumber = { unused: 'it follows from the number.' } as const;
const keyAliases = { expiration: { of: 'expires_at', nulls: ['never'] } } as const;
/** Every profile has the ability that this setting turns on. */
const profileAliases = { is_manual_retry_enabled: { says: [{ value: true }] } } as const;

const payoutAliases = {
  'payout_method_data.bank': { untagged: true },
  'billing.address.origin_zip': notTaken,
  browser_info: { unused: 'nobody authenticates a payout.' },
} as const;

/** The entries that one stands for whose types are objects with limits of their own: an entry for each type. */
function entriesOfTypes({
  payment_method_types: types,
  ...shared
}: Readonly<Record<string, unknown>>): object[] | null {
  if (!Array.isArray(types) || types.length === 0 || !types.every(isObject)) return null;
  return types.map(({ card_networks, payment_experience: _, payment_method_type: type, ...limits }) => {
    const given = { ...limits, payment_schemes: card_networks };
    const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    return { ...shared, payment_method_types: [type], ...Object.fromEntries(set) };
  });
}

const accountAliases = {
  connector_account_details: { untagged: 'connector_account_details' },
  payment_methods_enabled: {
    entries: entriesOfTypes,
    words:
      'its `payment_method_types` may be objects with `payment_method_type`, `card_networks` and limits, which stand for an entry each.',
  },
} as const;

/** The aliases of inputs about payouts, payment methods and settings. */
export const settingAliases: ReadonlyMap<DescribedClass, Readonly<Record<string, Alias>>> = new Map<
  DescribedClass,
  Readonly<Record<string, Alias>>
>([
  [PayoutCreation, payoutAliases],
  [PayoutConfirmation, { ...payoutAliases, payout_id: { path: 'payout_id' } }],
  [PayoutCancellation, { payout_id: { path: 'payout_id' } }],
  [
    PaymentMethodCreation,
    {
      connector_mandate_details: { of: 'connector_mandates' },
      'bank_transfer.iban': { of: 'bank_account_number' },
      'bank_transfer.bic': { unused: 'the IBAN names the bank.' },
      'bank_transfer.bank_sort_code': { of: 'bank_routing_number' },
      'billing.address.origin_zip': notTaken,
      payment_method_issuer: fromNumber,
      payment_method_issuer_code: fromNumber,
    },
  ],
  [ApiKeyCreation, keyAliases],
  [ApiKeyUpdate, keyAliases],
  [MerchantAccountUpdate, { merchant_id: { path: 'account_id' } }],
  [BusinessProfileCreation, profileAliases],
  [BusinessProfileUpdate, profileAliases],
  [ConnectorAccountCreation, accountAliases],
  [ConnectorAccountUpdate, accountAliases],
  [
    RoutingEvaluationRequest,
    {
      created_by: { of: 'profile_id' },
      parameters: { typedMembers: true },
      'parameters.billing_country': { of: 'country' },
      fallback_output: { unused: 'where no rule matches, the default of the algorithm decides.' },
      payment_id: { unused: 'the parameters describe the payment to evaluate.' },
    },
  ],
]);
