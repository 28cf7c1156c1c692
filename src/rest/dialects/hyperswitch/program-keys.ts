import type { PaymentMethodKind } from '../../../core/entities/values/payment-method-data.ts';
import { canonicalName } from '../../../core/foundation/canonical-name.ts';
import type { ValueOf } from '../../../core/model/index.ts';
import { typesOfKind } from '../../../core/payment-methods/method-details.ts';
import { countryName, countryOf } from './countries.ts';

/*
 * The keys that conditions of Hyperswitch's rules compare (`DirKeyKind` of its rule language), and the facts that they are.
 */

/** A key that is a fact. */
export interface KnownKey {
  readonly fact: string;
  /** Its types of value: one and several. */
  readonly type: 'enum' | 'number' | 'text' | 'metadata';
  /** The kind of payment method whose types it names. */
  readonly kind?: ValueOf<typeof PaymentMethodKind>;
  /** The digits that a value has. */
  readonly digits?: number;
  /** Its values in our spelling, and in theirs; null if they have none. */
  readonly spelling?: {
    readonly read: (value: unknown) => unknown;
    readonly write: (value: string) => string | null;
  };
}

/** A key that no fact is, with a phrase that says what to compare or do in its place. */
export interface RefusedKey {
  readonly instead: string;
}

const countries = { read: countryOf, write: countryName };

/** Their names of card networks. */
const networks = [
  ...['Visa', 'Mastercard', 'AmericanExpress', 'JCB', 'DinersClub', 'Discover', 'CartesBancaires'],
  ...['UnionPay', 'Interac', 'RuPay', 'Maestro', 'Star', 'Pulse', 'Accel', 'Nyce'],
];
const networkNames = {
  read: (value: unknown) => value,
  write: (value: string) => networks.find((name) => canonicalName(name) === canonicalName(value)) ?? null,
};

const typeOf = (kind: NonNullable<KnownKey['kind']>): KnownKey => ({
  fact: 'payment_method_type',
  type: 'enum',
  kind,
});
const enumOf = (fact: string): KnownKey => ({ fact, type: 'enum' });
const ofDevice: RefusedKey = { instead: 'leave it out: the device is not a fact of rules' };
const ofMandate: RefusedKey = { instead: 'compare setup_future_usage' };
const ofProfile: RefusedKey = { instead: 'create the rules in the business profile of the line of business' };
const ofAcquirer: RefusedKey = { instead: 'route by connector accounts: acquirers are not facts of rules' };

/** Every key of their rules. */
export const programKeys: Readonly<Record<string, KnownKey | RefusedKey>> = {
  payment_method: enumOf('payment_method'),
  card_bin: { fact: 'card_isin', type: 'text', digits: 6 },
  extended_card_bin: { fact: 'card_isin', type: 'text', digits: 8 },
  card_type: typeOf('card'),
  card_network: { ...enumOf('card_network'), spelling: networkNames },
  pay_later: typeOf('pay_later'),
  gift_card: typeOf('gift_card'),
  wallet: typeOf('wallet'),
  upi: typeOf('upi'),
  voucher: typeOf('voucher'),
  bank_transfer: typeOf('bank_transfer'),
  bank_redirect: typeOf('bank_redirect'),
  bank_debit: typeOf('bank_debit'),
  crypto: typeOf('crypto'),
  real_time_payment: typeOf('real_time_payment'),
  reward: { instead: 'compare payment_method: no connector accepts rewards' },
  card_redirect: { instead: 'compare payment_method: no connector accepts card redirects' },
  open_banking: { instead: 'compare payment_method: no connector accepts open banking' },
  mobile_payment: { instead: 'compare payment_method: no connector accepts mobile payments' },
  metadata: { fact: 'metadata', type: 'metadata' },
  amount: { fact: 'amount', type: 'number' },
  surcharge_amount: { instead: 'compare amount: surcharges are decided by their own rules' },
  currency: enumOf('currency'),
  authentication_type: enumOf('authentication_type'),
  capture_method: enumOf('capture_method'),
  setup_future_usage: enumOf('setup_future_usage'),
  billing_country: { ...enumOf('country'), spelling: countries },
  issuer_name: { fact: 'card_issuer', type: 'text' },
  issuer_country: { ...enumOf('card_issuing_country'), spelling: countries },
  country: ofProfile,
  business_country: ofProfile,
  business_label: ofProfile,
  mandate_acceptance_type: ofMandate,
  mandate_type: ofMandate,
  payment_type: ofMandate,
  transaction_initiator: { instead: 'create a ruleset with a condition on off_session' },
  card_discovery: { instead: 'create a ruleset with a condition on saved_method' },
  network_token_type: { instead: 'leave it out: no connector accepts network tokens' },
  customer_device_platform: ofDevice,
  customer_device_type: ofDevice,
  customer_device_display_size: ofDevice,
  acquirer_country: ofAcquirer,
  acquirer_fraud_rate: ofAcquirer,
  connector: { instead: 'compare facts of the payment: rules choose the connector' },
};

/** The key of their rules; undefined for an unknown one. */
export const programKey = (name: unknown): KnownKey | RefusedKey | undefined =>
  typeof name === 'string' && Object.hasOwn(programKeys, name) ? programKeys[name] : undefined;

/** The keys that are facts. */
export const knownKeys: readonly (readonly [name: string, key: KnownKey])[] = Object.entries(
  programKeys,
).filter((entry): entry is [string, KnownKey] => 'fact' in entry[1]);

/** A fact's key, by which their rules compare the values; null if they cannot. */
export function keyOfFact(
  fact: string,
  values: readonly unknown[],
): readonly [name: string, key: KnownKey] | null {
  const found = knownKeys.find(
    ([, { digits, fact: own, kind }]) =>
      own === fact &&
      (digits === undefined || values.every((value) => String(value).length === digits)) &&
      (kind === undefined || values.every((value) => isTypeOf(kind, value))),
  );
  return found ?? null;
}

const isTypeOf = (kind: NonNullable<KnownKey['kind']>, value: unknown): boolean => {
  const types = kind === 'card' ? ['credit', 'debit'] : typesOfKind(kind);
  return types.some((type) => canonicalName(type) === canonicalName(String(value)));
};
