import { cardToUse } from '../cards/card-to-use.ts';
import { attachCustomer } from '../customers/attach-customer.ts';
import type { Payout } from '../entities/payout.ts';
import type { CardDetails } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { type Cause, changeStatus } from '../writes/change-status.ts';
import { attachPayoutMethod, hasDestination } from './attach-payout-method.ts';
import type { PayoutUpdate } from './payout-inputs.ts';

type PreparingCause = Extract<Cause, 'create' | 'update' | 'confirm'>;

/**
 * Brings a locked or new payout to what a caller asks for: fields, customer, destination and, from it, status.
 * Creating, updating and confirming share it. The context is within the payout's merchant.
 *
 * @throws {Problem} `invalid_parameter`, `parameters_exclusive`, and `resource_not_found` for a customer or
 * saved method that there is not.
 */
export async function preparePayout(
  ctx: WritingContext,
  payout: Payout,
  given: PayoutUpdate,
  cause: PreparingCause,
): Promise<void> {
  const {
    client_secret: _checked,
    confirm: _confirm,
    connector: connectors,
    customer,
    customer_id,
    payout_link: link,
    payout_method_data,
    payout_method_id,
    payout_token,
    payout_type,
    ...plain
  } = given;
  if (link === true) {
    throw invalidParameter(
      'payout_link',
      'payout_link must be false: hosted pages for payouts are not offered.',
    );
  }
  applyChanges(ctx, payout, plain);
  if (connectors !== undefined) payout.connectors = connectors ?? [];

  const before = payout.customer_id;
  await attachCustomer(ctx, payout, { customer, customer_id }, [
    'email',
    'name',
    'phone',
    'phone_country_code',
  ]);
  const choice = [payout_method_data, payout_method_id, payout_token, payout_type];
  if (choice.some((value) => value !== undefined)) {
    await attachPayoutMethod(ctx, payout, given);
    settleStatus(ctx, payout, cause);
  }
  const keepsMethod = payout.payout_method_id && !payout_method_id && !payout_token;
  if (keepsMethod && payout.customer_id !== before) {
    throw invalidParameter(
      customer_id === undefined ? 'customer' : 'customer_id',
      'The payout goes to a saved method of its customer. Give another method with another customer, or null.',
    );
  }
}

/** A payout that its connector already knows something of waits on where it is, as long as it goes somewhere. */
function settleStatus(ctx: WritingContext, payout: Payout, cause: PreparingCause): void {
  const goesSomewhere = hasDestination(payout);
  const known = payout.status === 'requires_creation' || payout.status === 'requires_vendor_account_creation';
  if (known && goesSomewhere) return;
  const status = goesSomewhere ? 'requires_confirmation' : 'requires_payout_method_data';
  // What is being made has no history yet; it begins with the status that it is made in.
  if (cause === 'create') payout.status = status;
  else changeStatus(ctx, payout, status, cause);
}

/** The card that a payout goes to, in the clear, for the time of a connector's call; null when it goes to none. */
export function cardOfPayout(ctx: WritingContext, payout: Payout): Promise<CardDetails | null> {
  const { payout_method_data: data, payout_method_id: savedMethodId } = payout;
  return cardToUse(ctx, payout, data?.card, savedMethodId, null);
}
