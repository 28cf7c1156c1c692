import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import { scenarioOf } from './cards.ts';
import { type Desk, LATER_MS } from './desk.ts';
import { notification } from './notifications.ts';
import { type Answer, newPspReference, refusedRequest } from './state.ts';

interface PayoutBody {
  readonly amount: AdyenAmount;
  readonly reference: string;
}

/** An account whose bank refuses payouts. */
export const CLOSED_IBAN = 'NL13TEST0123456789';

const record = (desk: Desk, id: string, { amount, reference }: PayoutBody, succeeded: boolean): void => {
  const money = { amount: amount.value, currency: amount.currency };
  desk.state.records.push({ reference, kind: 'payout', id, money, succeeded });
};

/** `/payout`: to a card, immediately. */
export function payCard(desk: Desk, body: PayoutBody & { card?: { number?: string } }): Answer {
  const pspReference = newPspReference();
  const scenario = scenarioOf(body.card?.number);
  const isRefused = scenario === 'declined';
  record(desk, pspReference, body, !isRefused);
  if (isRefused) {
    return { status: 200, body: { pspReference, resultCode: 'Refused', refusalReason: 'Blocked Card' } };
  }
  const told = { pspReference, merchantReference: body.reference, amount: body.amount };
  const isWaiting = scenario === 'payout_waits';
  desk.tell(notification('PAYOUT_THIRDPARTY', desk.now(), told), isWaiting ? LATER_MS : 0);
  if (scenario === 'payout_returned') {
    const returned = { ...told, pspReference: newPspReference(), originalReference: pspReference };
    desk.tell(notification('PAIDOUT_REVERSED', desk.now(), returned), LATER_MS);
  }
  return { status: 200, body: { pspReference, resultCode: isWaiting ? 'Received' : 'Authorised' } };
}

/** `/storeDetailAndSubmitThirdParty`: to a bank account, once it is confirmed. */
export function submit(
  desk: Desk,
  body: PayoutBody & { bank?: { iban?: string }; dateOfBirth?: string },
): Answer {
  if (!body.bank) return refusedRequest(422, '130', 'Bank details missing');
  // PayoutService-v68, StoreDetailAndSubmitRequest.dateOfBirth: `format: date`.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(body.dateOfBirth ?? '')) {
    return refusedRequest(422, '702', "Unable to parse the field 'dateOfBirth'");
  }
  const pspReference = newPspReference();
  const { amount, reference } = body;
  desk.state.payouts.set(pspReference, { amount, reference, isGood: body.bank.iban !== CLOSED_IBAN });
  return { status: 200, body: { pspReference, resultCode: '[payout-submit-received]' } };
}

/** `/confirmThirdParty`. */
export function confirm(desk: Desk, { originalReference }: { originalReference: string }): Answer {
  const payout = desk.state.payouts.get(originalReference);
  if (!payout) return refusedRequest(422, '167', 'Original pspReference required for this operation');
  const { amount, isGood, reference: merchantReference } = payout;
  record(desk, originalReference, payout, isGood);
  const pspReference = newPspReference();
  const told = { pspReference: originalReference, merchantReference, amount, success: isGood };
  desk.tell(
    notification('PAYOUT_THIRDPARTY', desk.now(), { ...told, reason: isGood ? '' : 'Account closed' }),
  );
  return { status: 200, body: { pspReference, response: '[payout-confirm-received]' } };
}
