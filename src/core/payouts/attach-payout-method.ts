import { type CardDisplay, displayOfNumber, displayOfSavedCard } from '../cards/card-display.ts';
import { checkCard } from '../cards/check-card.ts';
import type { Payout, PayoutType } from '../entities/payout.ts';
import type { PayoutCardInput } from '../entities/values/payout-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { ValueOf } from '../model/index.ts';
import { findSavedMethod, type SavedMethod } from '../payment-methods/find-saved-method.ts';
import { encryptField } from '../writes/apply-changes.ts';
import type { PayoutUpdate } from './payout-inputs.ts';

/** The parameters that say where a payout goes. */
export type DestinationChoice = Pick<
  PayoutUpdate,
  'payout_type' | 'payout_method_data' | 'payout_method_id' | 'payout_token'
>;

type Type = ValueOf<typeof PayoutType>;

/** What a payout to a saved method of a kind goes to; the other kinds only ever bring money in. */
const typeByKind: Partial<Record<SavedMethod['kind'], Type>> = {
  card: 'card',
  wallet: 'wallet',
  bank_transfer: 'bank',
  bank_debit: 'bank',
  bank_redirect: 'bank',
  open_banking: 'bank',
};

/** Whether a payout knows where it goes. */
export function hasDestination(payout: Payout): boolean {
  return Boolean(payout.payout_method_data?.card || payout.payout_method_id);
}

/**
 * Puts in place of a payout's destination the one that a caller gives: a card typed in, or a saved method of the
 * payout's customer. Null takes the destination away. Specification: endpoint 5.
 *
 * @throws {Problem} `parameters_exclusive` for two destinations at once, `resource_not_found` for a saved method
 * that is not there for the payout's customer, `invalid_parameter` for one that no money can be sent to, or of
 * another type than the one given.
 */
export async function attachPayoutMethod(
  ctx: WritingContext,
  payout: Payout,
  given: DestinationChoice,
): Promise<void> {
  const { payout_method_data: data, payout_method_id: id, payout_token: token } = given;
  if (data?.card && (id || token)) {
    const param = id ? 'payout_method_id' : 'payout_token';
    throw new Problem('parameters_exclusive', `Give either payout_method_data.card or ${param}, not both.`, {
      param,
    });
  }
  const names = { id, token, idParam: 'payout_method_id', tokenParam: 'payout_token' };
  const saved = await findSavedMethod(ctx, names, payout.customer_id);
  if (data?.card) attachTypedCard(ctx, payout, data.card, given);
  else if (saved) attachSavedMethod(payout, saved, token ?? null, given);
  else {
    if (takesAway(payout, given)) clear(payout);
    if (given.payout_type !== undefined) payout.payout_type = given.payout_type;
  }
}

function attachTypedCard(
  ctx: WritingContext,
  payout: Payout,
  card: PayoutCardInput,
  given: DestinationChoice,
): void {
  requireType('card', given);
  const path = 'payout_method_data.card';
  const { card_number: number, expiry_month: month, expiry_year: year } = card;
  const holder = card.card_holder_name ?? null;
  checkCard(
    { number, expMonth: month, expYear: year, holderName: holder, cvc: null },
    { expMonth: `${path}.expiry_month`, expYear: `${path}.expiry_year` },
    ctx.now(),
  );
  clear(payout);
  payout.payout_type = 'card';
  showCard(payout, displayOfNumber(number, month, year, holder));
  encryptField(ctx, payout, 'card_number', number);
}

/** The number stays with the saved method, and is read there when the payout is sent. */
function attachSavedMethod(
  payout: Payout,
  saved: SavedMethod,
  token: string | null,
  given: DestinationChoice,
): void {
  const type = typeByKind[saved.kind];
  if (!type) {
    const param = token === null ? 'payout_method_id' : 'payout_token';
    throw invalidParameter(
      param,
      `${param} must be of a method that money can be sent to, not ${saved.kind}.`,
    );
  }
  requireType(type, given);
  clear(payout);
  payout.payout_type = type;
  payout.payout_method_id = saved.id;
  payout.payout_token = token;
  if (saved.card) showCard(payout, displayOfSavedCard(saved.card));
}

function takesAway(payout: Payout, given: DestinationChoice): boolean {
  const { payout_type: type, payout_method_data: data } = given;
  const namesNone = given.payout_method_id === null || given.payout_token === null;
  return (
    data === null ||
    data?.card === null ||
    type === null ||
    (type !== undefined && type !== payout.payout_type) ||
    (namesNone && Boolean(payout.payout_method_id))
  );
}

function clear(payout: Payout): void {
  payout.payout_type = null;
  payout.payout_method_data = null;
  payout.payout_method_id = null;
  payout.payout_token = null;
  payout.card_number = null;
}

function showCard(payout: Payout, card: CardDisplay): void {
  payout.payout_method_data = { card: { ...card, bank_code: null } };
}

function requireType(type: Type, { payout_type: given }: DestinationChoice): void {
  if (given && given !== type) {
    throw invalidParameter(
      'payout_type',
      `payout_type must be ${type}, as the method given is, or left out.`,
    );
  }
}
