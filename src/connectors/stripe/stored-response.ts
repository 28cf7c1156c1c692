import type Stripe from 'stripe';
import type {
  AuthenticationResult,
  CardChecks,
  Charges,
  CheckResult,
  StoredResponse,
} from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { readBeside } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';

type Warn = Pick<ConnectorSetup, 'warn'>;

/** Expanded in every payment request: the charge and its fee. */
export const EXPANDED_INTENT = ['latest_charge.balance_transaction'];

type CardDetails = Stripe.Charge.PaymentMethodDetails.Card;

/** A member of Stripe's response: an identifier or, if expanded, the object. */
export const idOf = (member: string | { readonly id: string } | null | undefined): string | null =>
  typeof member === 'string' ? member : (member?.id ?? null);

/** The charge of a payment, if expanded. */
export const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  charge !== null && typeof charge === 'object' ? charge : null;

/** The stored part of a payment: the reusable method, the issuer's checks, the fee, and the 3-D Secure result. */
export function storedResponseFrom(setup: Warn, intent: Stripe.PaymentIntent): StoredResponse {
  const charge = chargeOf(intent);
  const card = charge?.payment_method_details?.card ?? null;
  const customer = idOf(intent.customer);
  const method = idOf(intent.payment_method);
  return {
    ...(customer ? { connectorCustomerId: customer } : {}),
    // A method that belongs to no customer of Stripe's can be charged once.
    ...(customer && method && intent.setup_future_usage ? { connectorMandateId: method } : {}),
    ...(charge ? chargeFacts(setup, charge) : {}),
    ...(card ? cardFacts(card) : {}),
    raw: rawOf(intent, charge),
  };
}

function chargeFacts(setup: Warn, charge: Stripe.Charge): StoredResponse {
  const { balance_transaction: booking, outcome } = charge;
  return {
    ...chargesOf(setup, booking),
    chargeId: charge.id,
    facts: {
      charge_id: charge.id,
      ...(outcome?.risk_level ? { risk_level: outcome.risk_level } : {}),
      ...(outcome?.risk_score === undefined ? {} : { risk_score: outcome.risk_score }),
    },
  };
}

/** Stripe's charges for money that it moved, and the balance transaction that accounts for it. */
export function chargesOf(
  setup: Warn,
  booking: string | Stripe.BalanceTransaction | null | undefined,
): Charges {
  const reference = idOf(booking);
  if (!reference) return {};
  if (typeof booking !== 'object' || booking === null) return { settlement: { reference } };
  const { available_on, currency, fee } = booking;
  return {
    // Stripe books in the currency that the account is paid out in, where a fee may be a part of a minor unit.
    ...readBeside(setup, 'fee', () => ({ fee: stripeAmounts.fromVendor(fee, currency) })),
    ...readBeside(setup, 'settlement', () => ({
      settlement: { reference, availableOn: new Date(available_on * 1000).toISOString() },
    })),
  };
}

function cardFacts(card: CardDetails): StoredResponse {
  return {
    ...(card.network_transaction_id ? { networkTransactionId: card.network_transaction_id } : {}),
    card: { funding: card.funding, issuer: card.issuer ?? null, issuerCountry: card.country },
    ...(card.checks ? { checks: checksOf(card.checks) } : {}),
    ...(card.three_d_secure ? authenticationOf(card.three_d_secure) : {}),
  };
}

const checkResults: Readonly<Record<string, CheckResult>> = {
  pass: 'pass',
  fail: 'fail',
  unavailable: 'unavailable',
  unchecked: 'unchecked',
};

function checksOf(checks: NonNullable<CardDetails['checks']>): CardChecks {
  const named = (name: 'addressLine' | 'postalCode' | 'cvc', result: string | null) => {
    const known = checkResults[result ?? ''];
    return known ? { [name]: known } : {};
  };
  return {
    ...named('addressLine', checks.address_line1_check),
    ...named('postalCode', checks.address_postal_code_check),
    ...named('cvc', checks.cvc_check),
  };
}

/** Stripe's results of 3-D Secure in the protocol's own terms. */
const transStatuses: Readonly<Record<string, AuthenticationResult['transStatus']>> = {
  authenticated: 'Y',
  attempt_acknowledged: 'A',
  data_share_only: 'I',
  exempted: 'I',
  failed: 'N',
  not_supported: 'U',
  processing_error: 'U',
};

function authenticationOf(result: NonNullable<CardDetails['three_d_secure']>): StoredResponse {
  const transStatus = transStatuses[result.result ?? ''];
  if (!transStatus) return {};
  return {
    authentication: {
      transStatus,
      eci: result.electronic_commerce_indicator,
      // Stripe keeps the cryptogram to itself.
      cavv: null,
      dsTransactionId: result.transaction_id,
      version: result.version,
    },
  };
}

/** Stripe's response without personal data: an allow-list, because Stripe adds fields every month. */
function rawOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): object {
  const {
    amount,
    amount_capturable,
    amount_received,
    capture_method,
    created,
    currency,
    id,
    livemode,
    status,
  } = intent;
  return {
    ...{ id, object: intent.object, status, amount, amount_capturable, amount_received, currency },
    ...{ capture_method, created, livemode },
    ...(charge
      ? {
          latest_charge: {
            ...{ id: charge.id, status: charge.status, captured: charge.captured },
            amount_captured: charge.amount_captured,
            network_status: charge.outcome?.network_status ?? null,
            seller_message: charge.outcome?.seller_message ?? null,
          },
        }
      : {}),
  };
}
