import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { CaptureMethod } from '../entities/payment-enumerations.ts';
import type { Payout } from '../entities/payout.ts';
import type { PaymentMethodKind } from '../entities/values/payment-method-data.ts';
import type { Ability } from '../foundation/ports/connector.ts';
import type { JsonRecord, ValueOf } from '../model/index.ts';
import { type DecidedAction, decidedAction } from '../rules/compiled-rules.ts';
import type { RiskAction } from '../rules/risk-action.ts';
import type { ThreeDsAction } from '../rules/three-ds-action.ts';
import type { ThreeDsPayment } from '../rules/three-ds-terms.ts';
import type { RoutedPayment, RoutedPayout } from './routed-columns.ts';

/** The facts about a payment or payout that routing rules can compare. */
export interface RoutingFacts {
  /** The total that the customer pays or the recipient receives, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The customer's or recipient's billing country, if known. */
  readonly country: string | null;
  readonly card_network: string | null;
  readonly payment_method: string | null;
  readonly payment_method_type: string | null;
  /** Whether a payment requests 3-D Secure. */
  readonly authentication_type: string | null;
  /** The type of a payout's destination. */
  readonly payout_type: string | null;
}

/** Requirements of a payment or payout on a connector account. */
export interface RoutingRequest extends RoutingFacts {
  readonly connectorType: ConnectorAccount['connector_type'] & ('payment_processor' | 'payout_processor');
  /** The abilities its connector must have. */
  readonly abilities: readonly Ability[];
  /** Whether the method is charged off session, now or later. */
  readonly recurring: boolean;
  /** Whether the connector must store the method for later charges, because its details are single-use. */
  readonly keeps: boolean;
  /** The bank that issued the card or holds the debited account, if known. */
  readonly issuer: string | null;
  /** Its line of business. */
  readonly business: LineOfBusiness;
  /** The requirements on sending a payout; null for a payment. */
  readonly payout: PayoutTerms | null;
  /** The split of a payment for a marketplace, under `<connector>_split_payment`; null without a split. */
  readonly split: JsonRecord | null;
}

/** A line of business; an account may serve only one. Null members are unknown or irrelevant. */
export type LineOfBusiness = Readonly<
  Record<'business_country' | 'business_label' | 'business_sub_label', string | null>
>;

const lineOfBusiness = (of: Partial<LineOfBusiness>): LineOfBusiness => ({
  business_country: of.business_country ?? null,
  business_label: of.business_label ?? null,
  business_sub_label: of.business_sub_label ?? null,
});

/** The details of a method other than a card, by scheme. Bank details name the bank, if the customer chose one. */
type BankDetails = Readonly<
  Record<string, { readonly bank_name?: string | null; readonly issuer?: string | null } | null | undefined>
>;

/** The issuer of a payment's method: the card's, or the bank named. */
function issuerOf(
  card: { readonly card_issuer?: string | null } | null | undefined,
  ...banks: readonly (object | null | undefined)[]
): string | null {
  if (card?.card_issuer) return card.card_issuer;
  const details = banks.flatMap((bank) => Object.values((bank ?? {}) as BankDetails));
  const chosen = details.find((choice) => choice?.bank_name || choice?.issuer);
  return chosen?.bank_name ?? chosen?.issuer ?? null;
}

/** Requirements of a payout on a connector besides destination and amount. */
export type PayoutTerms = Readonly<Pick<Payout, 'payout_type' | 'priority' | 'entity_type'>>;

export const abilitiesByCapture: Readonly<Record<ValueOf<typeof CaptureMethod>, readonly Ability[]>> = {
  automatic: ['authorize'],
  manual: ['authorize', 'capture'],
  manual_multiple: ['authorize', 'capture', 'multiple_captures'],
  sequential_automatic: ['authorize', 'capture'],
};

/**
 * The abilities that an account's connector needs for credentials stored by another service, by the type of
 * `recurring_details`.
 */
const abilitiesBySource: Readonly<Record<string, readonly Ability[]>> = {
  network_transaction_id_and_card_details: ['network_mandate'],
  processor_payment_token: ['save'],
  card_with_limited_data: ['limited_card_data'],
};

/** Whether a customer consents to later charges by a method with single-use details. */
const isToBeKept = ({ customer_id, payment_method, payment_method_id, setup_future_usage }: RoutedPayment) =>
  setup_future_usage === 'off_session' &&
  Boolean(customer_id) &&
  !payment_method_id &&
  (payment_method === 'wallet' || payment_method === 'bank_redirect');

/** The split instructions of a payment; null without any. */
const splitOf = ({ split_payments: split }: RoutedPayment): JsonRecord | null =>
  split && Object.keys(split).length > 0 ? split : null;

/** Whether rules or an exemption of the payment decide about 3-D Secure. */
export const isThreeDsDecided = (payment: Payment): boolean =>
  Boolean(payment.psd2_sca_exemption_type) ||
  payment.decisions.some(({ decision }) => decision === 'three_ds');

/** Whether a payment requests 3-D Secure, by its own parameter or the rules of its confirmation. */
export const requestsThreeDs = (payment: ThreeDsPayment & Partial<Decided>): boolean =>
  payment.authentication_type === 'three_ds' || Boolean(payment.decisions?.length && isRuledThreeDs(payment));

function isRuledThreeDs(payment: ThreeDsPayment & Partial<Decided>): boolean {
  const action = decidedAction<ThreeDsAction>({ decisions: payment.decisions ?? [] }, 'three_ds');
  if (!action?.three_ds || action.three_ds === 'exempt') return false;
  const { off_session, payment_method, psd2_sca_exemption_type: exemption } = payment;
  return payment_method === 'card' && off_session !== true && !exemption;
}

interface Decided {
  readonly decisions: readonly DecidedAction[];
}

/** Whether a risk rule has a payment held for review. A verification holds no money. */
export const waitsForReview = ({ decisions, net_amount }: Decided & Pick<Payment, 'net_amount'>): boolean =>
  net_amount > 0 && decidedAction<RiskAction>({ decisions }, 'risk')?.risk === 'review';

/** Whether a risk rule wants the customer of a payment challenged, if 3-D Secure runs. */
export const wantsChallenge = ({ decisions }: Decided): boolean =>
  decisions.length > 0 && decidedAction<RiskAction>({ decisions }, 'risk')?.risk === 'challenge';

/** What a payment needs of a connector so that it can be held for review. */
export const abilitiesForReview: readonly Ability[] = ['authorize', 'capture'];

/**
 * A payment's requirements. The country comes from the method's billing contact, if it has one.
 *
 * @param decisions The decisions that precede routing; by default those of the latest confirmation.
 */
export function paymentRoutingRequest(
  payment: RoutedPayment,
  cardNetwork: string | null,
  decisions: readonly DecidedAction[] = payment.decisions,
): RoutingRequest {
  const { net_amount } = payment;
  const data = payment.payment_method_data;
  const country = data?.billing?.address?.country ?? payment.billing?.address?.country;
  return {
    connectorType: 'payment_processor',
    abilities: [
      ...abilitiesByCapture[payment.capture_method ?? 'automatic'],
      ...(abilitiesBySource[String(payment.recurring_source?.type)] ?? []),
      ...(decisions.length > 0 && waitsForReview({ decisions, net_amount }) ? abilitiesForReview : []),
    ],
    recurring: payment.off_session === true || payment.setup_future_usage === 'off_session',
    keeps: isToBeKept(payment),
    amount: net_amount,
    currency: payment.currency,
    country: country ?? null,
    card_network: cardNetwork,
    payment_method: payment.payment_method ?? null,
    payment_method_type: payment.payment_method_type ?? null,
    authentication_type: requestsThreeDs(payment) ? 'three_ds' : (payment.authentication_type ?? null),
    payout_type: null,
    issuer: issuerOf(data?.card, data?.bank_redirect, data?.bank_debit),
    business: lineOfBusiness(payment),
    payout: null,
    split: splitOf(payment),
  };
}

/** Accounts list payment methods only: a payout to a bank needs one that lists bank transfers. */
export const kindByPayoutType: Readonly<
  Record<NonNullable<Payout['payout_type']>, ValueOf<typeof PaymentMethodKind>>
> = { card: 'card', bank: 'bank_transfer', wallet: 'wallet' };

/** The scheme or wallet of a payout, such as `sepa`; null for a card. */
export function payoutMethodType({ payout_method_data: data }: RoutedPayout): string | null {
  const [type] = Object.entries(data?.bank ?? data?.wallet ?? {}).find(([, value]) => value) ?? [];
  return type ?? null;
}

/** A payout's requirements. */
export function payoutRoutingRequest(payout: RoutedPayout): RoutingRequest {
  const { entity_type = null, payout_type = null, priority = null } = payout;
  return {
    connectorType: 'payout_processor',
    abilities: ['payout'],
    recurring: false,
    keeps: false,
    amount: payout.amount,
    currency: payout.currency,
    country: payout.billing?.address?.country ?? null,
    card_network: payout.payout_method_data?.card?.card_network ?? null,
    payment_method: payout_type ? kindByPayoutType[payout_type] : null,
    payment_method_type: payoutMethodType(payout),
    authentication_type: null,
    payout_type,
    // Accounts list issuers of payments, not of payouts.
    issuer: null,
    business: lineOfBusiness(payout),
    payout: { payout_type, priority, entity_type },
    split: null,
  };
}
