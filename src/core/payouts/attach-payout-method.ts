import {
  type CardDisplay,
  checkCard,
  displayOfNumber,
  displayOfSavedCard,
  usableSavedMethod,
} from '../cards/card.ts';
import type { Payout } from '../entities/payout.ts';
import type { PayoutCardInput } from '../entities/values/payment-method-data.ts';
import type { PayoutType } from '../entities/values/payout-destinations.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { ValueOf } from '../model/index.ts';
import { findSavedMethod, type SavedMethod } from '../payment-methods/find-saved-method.ts';
import { maskedPaymentToken } from '../payment-methods/payment-tokens.ts';
import { eraseMethodData, sealData } from '../payment-methods/sealed-data.ts';
import { encryptField } from '../writes/apply-changes.ts';
import {
  type DestinationData,
  destinationGiven,
  requireReachable,
  savedDestination,
  shownDestination,
} from './destination.ts';
import type { PayoutUpdate } from './payout-inputs.ts';

/** The parameters that choose a payout's destination. */
export type DestinationChoice = Pick<
  PayoutUpdate,
  'payout_type' | 'payout_method_data' | 'payout_method_id' | 'payout_token'
>;

type Type = ValueOf<typeof PayoutType>;

/** The payout type for each kind of saved method. The other kinds cannot receive payouts. */
const typeByKind: Partial<Record<SavedMethod['kind'], Type>> = {
  card: 'card',
  wallet: 'wallet',
  bank_transfer: 'bank',
  bank_debit: 'bank',
  bank_redirect: 'bank',
  open_banking: 'bank',
};

/** Whether a payout has a destination. */
export function hasDestination(payout: Payout): boolean {
  return Boolean(payout.payout_method_data?.card || payout.method_data || payout.payout_method_id);
}

/**
 * Replaces a payout's destination with a typed card, other details or a saved method of its customer. Null removes the
 * destination. Specification: endpoint 5.
 *
 * @throws {Problem} `parameters_exclusive` for two destinations at once; `resource_not_found` if the payout's
 * customer has no such saved method; `invalid_parameter` for a method that cannot receive payouts, or a
 * `payout_type` other than the method's.
 */
export async function attachPayoutMethod(
  ctx: WritingContext,
  payout: Payout,
  input: DestinationChoice,
): Promise<void> {
  const { payout_method_data: data, payout_method_id: id, payout_token: token } = input;
  const details = destinationGiven(data);
  if ((data?.card || details) && (id || token)) {
    const param = id ? 'payout_method_id' : 'payout_token';
    const type = details ? typeOf(details) : 'card';
    const message = `Give either payout_method_data.${type} or ${param}, not both.`;
    throw new Problem('parameters_exclusive', message, { param });
  }
  const names = { id, token, idParam: 'payout_method_id', tokenParam: 'payout_token' };
  const saved = await findSavedMethod(ctx, names, payout.customer_id, `payout/${payout.payout_id}`);
  if (data?.card) attachTypedCard(ctx, payout, data.card, input);
  else if (details) attachDetails(ctx, payout, details, input);
  else if (saved) await attachSavedMethod(ctx, payout, saved, token ?? null, input);
  else {
    if (removesDestination(payout, input)) clear(payout);
    if (input.payout_type !== undefined) payout.payout_type = input.payout_type;
  }
}

function attachTypedCard(
  ctx: WritingContext,
  payout: Payout,
  card: PayoutCardInput,
  input: DestinationChoice,
): void {
  requireType('card', input);
  const path = 'payout_method_data.card';
  const { card_number: number, expiry_month: month, expiry_year: year } = card;
  const holder = card.card_holder_name ?? null;
  checkCard(
    { number, expMonth: month, expYear: year, holderName: holder, cvc: null },
    { expMonth: `${path}.expiry_month`, expYear: `${path}.expiry_year` },
    ctx.ports.now(),
  );
  clear(payout);
  payout.payout_type = 'card';
  showCard(payout, displayOfNumber(number, month, year, holder), card.bank_code ?? null);
  encryptField(ctx, payout, 'card_number', number);
}

const typeOf = (details: DestinationData): Type => (details.bank ? 'bank' : 'wallet');

/** Encrypts details other than a card's, and shows them masked. */
function attachDetails(
  ctx: WritingContext,
  payout: Payout,
  details: DestinationData,
  input: DestinationChoice,
): void {
  const type = typeOf(details);
  requireType(type, input);
  requireReachable(details);
  clear(payout);
  payout.payout_type = type;
  payout.payout_method_data = { card: null, ...shownDestination(details) };
  sealData(ctx, payout, details);
}

/** The card or account number stays with the saved method; fulfilment reads it from there. */
async function attachSavedMethod(
  ctx: WritingContext,
  payout: Payout,
  saved: SavedMethod,
  token: string | null,
  input: DestinationChoice,
): Promise<void> {
  const type = typeByKind[saved.kind];
  if (!type) {
    const param = token === null ? 'payout_method_id' : 'payout_token';
    throw invalidParameter(param, `${param} must name a method that can receive payouts, not ${saved.kind}.`);
  }
  requireType(type, input);
  clear(payout);
  payout.payout_type = type;
  payout.payout_method_id = saved.id;
  payout.payout_token = token === null ? null : maskedPaymentToken(token);
  if (saved.card) {
    showCard(payout, displayOfSavedCard(saved.card));
    return;
  }
  const method = await usableSavedMethod(ctx, payout.merchant_id, saved.id);
  const details = method && savedDestination(ctx, method);
  if (details) payout.payout_method_data = { card: null, ...shownDestination(details) };
}

function removesDestination(payout: Payout, input: DestinationChoice): boolean {
  const { payout_type: type, payout_method_data: data } = input;
  const clearsSavedMethod = input.payout_method_id === null || input.payout_token === null;
  return Boolean(
    data === null ||
      data?.card === null ||
      (payout.payout_type && data?.[payout.payout_type] === null) ||
      type === null ||
      (type !== undefined && type !== payout.payout_type) ||
      (clearsSavedMethod && Boolean(payout.payout_method_id)),
  );
}

function clear(payout: Payout): void {
  payout.payout_type = null;
  payout.payout_method_data = null;
  payout.payout_method_id = null;
  payout.payout_token = null;
  eraseMethodData(payout);
}

function showCard(payout: Payout, card: CardDisplay, bankCode: string | null = null): void {
  payout.payout_method_data = { card: { ...card, bank_code: bankCode } };
}

function requireType(type: Type, { payout_type: requested }: DestinationChoice): void {
  if (requested && requested !== type) {
    throw invalidParameter(
      'payout_type',
      `payout_type must be ${type}, the type of the given method, or left out.`,
    );
  }
}
