import { profileOf } from '../access/choose-profile.ts';
import { cardFingerprint } from '../cards/card.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import { GiftCard } from '../entities/values/local-methods.ts';
import { mapError } from '../error-mappings/map-error.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import type { GiftCardMethod, PaymentMethodDetails } from '../foundation/payment-method-details.ts';
import type { CardBalance, ConnectorFailure } from '../foundation/ports/connector.ts';
import { requireState } from '../foundation/state-machine.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { detailsOf, kindOfData, shownData } from '../payment-methods/method-details.ts';
import { type QuotedTotal, surcharged } from '../payment-methods/quote-surcharge.ts';
import { giveBack, isOnBlocklist, reserveFailure } from '../payments/authorize/card-testing-guard.ts';
import { requireRetryable } from '../payments/authorize/confirm-payment.ts';
import { isCustomer, requireCustomer } from '../payments/customer/customer-access.ts';
import { withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import { paidWith, payableOf } from '../wallets/payable.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'Gift card for a balance check.' })
export class GiftCardData {
  @f.NestedObject(() => GiftCard, 'Gift card, under the name of its network.', { required: true })
  gift_card!: GiftCard;
}

@Input({ about: "Parameters for checking a gift card's balance before confirming a payment with it." })
export class BalanceCheck {
  @f.Text("The payment's client secret; required with a publishable key.", {
    credential: true,
    holds: 'token',
  })
  client_secret?: string | null;
  @f.NestedObject(() => GiftCardData, 'The gift card. Neither its number nor its PIN is stored.', {
    required: true,
    redirectsNothing: 'of_customer',
  })
  payment_method_data!: GiftCardData;
}

@ValueObject({ about: 'The balance of a gift card, and the part of a payment that it can cover.' })
export class GiftCardBalance {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Text('Last four characters of the number of the gift card.', { required: true, example: '0000' })
  last4!: string;
  @f.Amount(
    'Remaining balance of the card, in minor units of `currency`; null if its issuer refuses the card.',
  )
  balance?: number | null;
  @f.Currency('Currency of the balance.', { example: 'EUR' }) currency?: string | null;
  @f.Amount(
    "Part of the payment that the card can cover, in minor units of the payment's currency; 0 for a balance in another currency.",
    { required: true },
  )
  applicable_amount!: number;
  @f.Amount('Remaining amount of the payment.', { required: true }) remaining_amount!: number;
  @f.Bool('Whether the card covers the full payment; otherwise it is declined.', { required: true })
  covers_payment!: boolean;
  @f.Text("The connector's code of a refused card; null for a customer's client.", {
    example: 'gift_card_expired',
    holds: 'code',
  })
  error_code?: string | null;
  @f.Text("The connector's message of a refused card; null for a customer's client.", { holds: 'message' })
  error_message?: string | null;
  @f.Text('Connector-independent code of a refused card.', { example: 'UE_1000', holds: 'code' })
  unified_code?: string | null;
  @f.Text('Connector-independent message of a refused card, for the customer.', { holds: 'message' })
  unified_message?: string | null;
}

/** Maximum number of accounts tried: each is a connector call. */
const ACCOUNTS_MAX = 5;

/** A request for a balance. */
interface Asked {
  readonly payment: Payment;
  readonly profile: BusinessProfile;
  readonly accounts: readonly ConnectorAccount[];
  readonly card: GiftCardMethod;
  readonly since: Date;
}

/** A refusal, with the error fields of a failed payment. */
type Refusal = Pick<ConnectorFailure, 'code' | 'message'> & {
  readonly unified_code: string;
  readonly unified_message: string;
};

/**
 * Requests the balance of a gift card from the first account in routing order that reports balances, and from the next if
 * it cannot report it.
 *
 * @throws {Problem} `resource_not_found`; `missing_parameter`, `client_secret_invalid` and `client_secret_expired` with a
 *   publishable key; `unexpected_state` for a payment that can no longer be confirmed; `blocked`; `rate_limited`;
 *   `no_connector_available` if no account accepts the card or reports its balance; `connector_unreachable`.
 */
export async function checkGiftCardBalance(
  ctx: Context,
  paymentId: string,
  check: BalanceCheck,
): Promise<GiftCardBalance> {
  const asked = await inTransaction(ctx, (tx) => reserve(tx, paymentId, check));
  const found = await askInTurn(ctx, asked);
  // A refused card still counts, like a failed payment.
  if (!found || 'balance' in found) {
    const { payment, profile, since } = asked;
    await inTransaction(ctx, (tx) => giveBack(tx, profile, payment, since));
  }
  if (!found) {
    throw new Problem('connector_unreachable', 'No connector returned the balance of the gift card.');
  }
  return 'balance' in found ? covered(asked, found) : refused(asked, found, isCustomer(ctx));
}

/** @throws {Problem} `invalid_parameter` for a card without a number, whose own page shows its balance. */
function cardOf(data: GiftCardData): GiftCardMethod {
  const card = detailsOf({ gift_card: data.gift_card }, null) as Extract<
    PaymentMethodDetails,
    { kind: 'gift_card' }
  >;
  if ('number' in card) return card;
  const param = 'payment_method_data.gift_card';
  throw invalidParameter(
    param,
    `${param} must be a card with a number: ${card.type} shows balances only on its own page.`,
  );
}

/** Finds the accounts to call, and counts the check. */
async function reserve(
  tx: WritingContext,
  paymentId: string,
  { client_secret: secret, payment_method_data: data }: BalanceCheck,
): Promise<Asked> {
  const payment = await lock(tx, Payment, paymentId, 'payment_id');
  requireCustomer(tx, payment, secret);
  requireState('payment', paymentStates, 'confirm', payment.status);
  requireRetryable(payment);
  const card = cardOf(data);
  const fingerprint = cardFingerprint(tx.ports, payment.merchant_id, card.number);
  if (await isOnBlocklist(tx, payment.merchant_id, [fingerprint])) {
    throw new Problem('blocked', 'The payment method is blocked.');
  }
  const { accounts, total } = await accountsFor(
    tx,
    { ...payment, fingerprint },
    { gift_card: data.gift_card },
  );
  await tx.ports.attemptLimits.balanceChecks.take(tx, payment.merchant_id, paymentId);
  const profile = await profileOf(tx, payment);
  const counted = { ...payment, fingerprint };
  await reserveFailure(tx, profile, counted);
  return { payment: surcharged(counted, total), profile, accounts, card, since: tx.ports.now() };
}

/** The accounts that accept the card for the payment and report balances, and the total with the card. */
async function accountsFor(
  tx: WritingContext,
  payment: Payment,
  data: GiftCardData,
): Promise<{ readonly accounts: readonly ConnectorAccount[]; readonly total: QuotedTotal }> {
  const { kind, type } = kindOfData(data);
  const shown = { card: null, billing: null, ...shownData(data) };
  const method = { payment_method: kind, payment_method_type: type, payment_method_data: shown };
  const unsurcharged = withoutRuleSurcharge(payment);
  const payable = await payableOf(tx, unsurcharged);
  const paid = paidWith(unsurcharged, { ...method, fingerprint: payment.fingerprint ?? null });
  const [total] = payable ? await payable.quotes.known([{ paid, network: null }]) : [];
  const takers = total ? await payable!.takers(paid) : [];
  const reporting = takers.filter(({ connector_name: name }) =>
    tx.ports.connectors.find(name)?.abilities.has('check_balance'),
  );
  if (total && reporting.length > 0) return { accounts: reporting.slice(0, ACCOUNTS_MAX), total };
  // Only accounts that are called can be in the list.
  requireOutgoingCalls(tx.ports);
  const message =
    takers.length > 0
      ? 'No connector account that would take the gift card reports its balance (check_balance).'
      : 'No connector account would take the gift card for this payment.';
  throw new Problem('no_connector_available', message);
}

/** The first response; null if no account responds. An account whose failure another account may avoid is skipped. */
async function askInTurn(
  ctx: Context,
  { accounts, card, payment }: Asked,
): Promise<CardBalance | Refusal | null> {
  const { currency, net_amount: amount, payment_id: reference } = payment;
  let last: Refusal | null = null;
  for (const account of accounts) {
    const idempotencyKey = ctx.ports.ids.make('bal');
    const result = await callConnector(ctx, account, 'checkBalance', (connector, access, signal) =>
      connector.checkBalance(access, { method: card, amount, currency, idempotencyKey, reference, signal }),
    );
    if (result.kind !== 'answered') continue;
    if (result.value.kind === 'known') return result.value;
    const { code, message } = result.value;
    const connector = account.connector_name;
    const step = { connector, flow: 'payment', sub_flow: 'authorize' } as const;
    const { decision, unified_code, unified_message } = await mapError(ctx, { ...step, code, message });
    last = { code, message, unified_code, unified_message };
    if (decision !== 'retry') return last;
  }
  return last;
}

function covered({ card, payment }: Asked, { balance, limit }: CardBalance): GiftCardBalance {
  const { currency, net_amount: net, payment_id } = payment;
  const spendable = Math.min(balance.amount, limit ?? balance.amount);
  const applicable = balance.currency === currency ? Math.min(spendable, net) : 0;
  return {
    payment_id,
    last4: card.number.slice(-4),
    balance: balance.amount,
    currency: balance.currency,
    applicable_amount: applicable,
    remaining_amount: net - applicable,
    covers_payment: balance.currency === currency && applicable === net,
    ...{ error_code: null, error_message: null, unified_code: null, unified_message: null },
  };
}

function refused({ card, payment }: Asked, refusal: Refusal, isForCustomer: boolean): GiftCardBalance {
  const { code, message, unified_code, unified_message } = refusal;
  return {
    payment_id: payment.payment_id,
    last4: card.number.slice(-4),
    ...{ balance: null, currency: null, applicable_amount: 0 },
    remaining_amount: payment.net_amount,
    covers_payment: false,
    error_code: isForCustomer ? null : code,
    error_message: isForCustomer ? null : message,
    unified_code,
    unified_message,
  };
}
