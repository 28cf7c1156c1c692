import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import type { Scenario } from './cards.ts';
import type { Desk } from './desk.ts';
import type { PaymentBody } from './payments.ts';
import { type Answer, newPspReference, refusedRequest, type StoredPayment } from './state.ts';

/** The gift cards that the stand-in knows. */
const opened: Readonly<Record<string, AdyenAmount>> = {
  '6006490000000000': { currency: 'EUR', value: 50_000 },
  '6006490000009995': { currency: 'EUR', value: 500 },
};
/** The code of every card, as in the examples of `/paymentMethods/balance` in CheckoutService-v72. */
const CODE = '737';
const EXPIRED = '6006490000000069';

type GiftCardScenario = Extract<Scenario, `gift_card_${string}`>;

/** The refusals come from Adyen's list of refusal reasons. */
export const giftCardRefusals: Readonly<Record<GiftCardScenario, readonly [string, string, string]>> = {
  gift_card_unknown: ['Invalid Card Number', '8', 'Unknown card'],
  gift_card_expired: ['Expired Card', '6', 'Expired card'],
  gift_card_code: ['CVC Declined', '24', 'Invalid PIN'],
  gift_card_empty: ['Not enough balance', '12', 'Not enough balance'],
};

const balanceOf = (desk: Desk, number: string): AdyenAmount | undefined =>
  desk.state.giftCards.get(number) ?? opened[number];

function refusalOf(desk: Desk, number = '', cvc = ''): GiftCardScenario | null {
  if (number === EXPIRED) return 'gift_card_expired';
  if (!balanceOf(desk, number)) return 'gift_card_unknown';
  return cvc === CODE ? null : 'gift_card_code';
}

/**
 * The outcome of a gift card payment; null for other methods. The description's `NotEnoughBalance` also covers a
 * balance in another currency.
 */
export function giftCardScenario(desk: Desk, { amount, paymentMethod }: PaymentBody): Scenario | null {
  if (paymentMethod.type !== 'giftcard') return null;
  const refused = refusalOf(desk, paymentMethod.number, paymentMethod.cvc);
  if (refused) return refused;
  const { currency, value } = balanceOf(desk, paymentMethod.number!)!;
  return currency === amount.currency && value >= amount.value ? 'good' : 'gift_card_empty';
}

/**
 * Gift card payments that the stand-in refuses: a brand other than Givex, and features that the description does not
 * give gift cards: a later capture and storing the card.
 */
export function refusedGiftCard(body: PaymentBody): Answer | null {
  const { additionalData, captureDelayHours, paymentMethod, storePaymentMethod } = body;
  if (paymentMethod.type !== 'giftcard') return null;
  const isCapturedAtOnce = captureDelayHours === 0 && additionalData?.manualCapture !== 'true';
  if (paymentMethod.brand === 'givex' && isCapturedAtOnce && !storePaymentMethod) return null;
  return refusedRequest(422, '905', 'Payment details are not supported');
}

/** A payment debits its card, and a refund credits it. */
export function moveBalance(desk: Desk, { giftCard }: StoredPayment, by: number): void {
  if (!giftCard) return;
  const { currency, value } = balanceOf(desk, giftCard)!;
  desk.state.giftCards.set(giftCard, { currency, value: value + by });
}

interface BalanceBody {
  readonly amount: AdyenAmount;
  readonly paymentMethod: Readonly<Record<string, string | undefined>>;
}

/** `/paymentMethods/balance`: `type` is the brand, as in the examples of the description. */
export function giftCardBalance(desk: Desk, { amount, paymentMethod }: BalanceBody): Answer {
  if (paymentMethod.type !== 'givex') return refusedRequest(422, '905', 'Payment details are not supported');
  const pspReference = newPspReference();
  const refused = refusalOf(desk, paymentMethod.number, paymentMethod.cvc);
  if (refused) {
    const [refusalReason] = giftCardRefusals[refused];
    const balance = { currency: amount.currency, value: 0 };
    return { status: 200, body: { pspReference, resultCode: 'Failed', refusalReason, balance } };
  }
  const balance = balanceOf(desk, paymentMethod.number!)!;
  const isEnough = balance.currency === amount.currency && balance.value >= amount.value;
  return {
    status: 200,
    body: { pspReference, resultCode: isEnough ? 'Success' : 'NotEnoughBalance', balance },
  };
}
