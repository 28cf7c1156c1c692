import { chooseProfile, sessionEnd } from '../access/choose-profile.ts';
import { addressesOf, attachCustomer, noteAddress } from '../customers/attach-customer.ts';
import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { requireRoutable } from '../routing/require-accounts.ts';
import { applyChanges, type Cause, changeStatus } from '../writes/apply-changes.ts';
import { attachPayoutMethod, hasDestination } from './attach-payout-method.ts';
import type { PayoutUpdate } from './payout-inputs.ts';
import { attachPayoutLink } from './payout-link.ts';

type PreparingCause = Extract<Cause, 'create' | 'update' | 'confirm'>;

/**
 * Applies a request to a locked or new payout: its fields, customer and destination, and from that its status.
 * Creating, updating and confirming share it. The context is scoped to the payout's merchant.
 *
 * @throws {Problem} `invalid_parameter`, `parameters_exclusive`, and `resource_not_found` if the profile, the
 * customer, the saved method or an account to route to does not exist.
 */
export async function preparePayout(
  ctx: WritingContext,
  payout: Payout,
  input: PayoutUpdate,
  cause: PreparingCause,
): Promise<void> {
  const {
    client_secret: _checked,
    confirm: _confirm,
    connector: connectors,
    customer,
    customer_id,
    payout_link: _link,
    payout_link_config: _settings,
    payout_method_data,
    payout_method_id,
    payout_token,
    payout_type,
    session_expiry: expiryS,
    ...fields
  } = input;
  if (fields.profile_id) await chooseProfile(ctx, fields.profile_id);
  const addresses = addressesOf(payout);
  const isNew = cause === 'create';
  applyChanges(ctx, payout, fields);
  if (expiryS !== undefined) payout.expires_on = await sessionEnd(ctx, payout, expiryS);
  if (fields.routing) await requireRoutable(ctx, payout, fields.routing, 'routing');
  if (connectors !== undefined) payout.connectors = connectors ?? [];

  const customerBefore = payout.customer_id;
  const chosen = { customer, customer_id };
  const copied = ['email', 'name', 'phone', 'phone_country_code'] as const;
  const ofCustomer = await attachCustomer(ctx, payout, chosen, copied);
  noteAddress(ctx, payout, addresses, { ...chosen, email: fields.email }, { isNew, ofCustomer });
  const methodParams = [payout_method_data, payout_method_id, payout_token, payout_type];
  if (methodParams.some((value) => value !== undefined)) {
    await attachPayoutMethod(ctx, payout, input);
    updateStatus(ctx, payout, cause);
  }
  const keepsMethod = payout.payout_method_id && !payout_method_id && !payout_token;
  if (keepsMethod && payout.customer_id !== customerBefore) {
    throw invalidParameter(
      customer_id === undefined ? 'customer' : 'customer_id',
      'The saved payout method belongs to the current customer. To change the customer, also send another method or null.',
    );
  }
  await attachPayoutLink(ctx, payout, input);
}

/** A payout that waits for its connector keeps its status while it has a destination. */
function updateStatus(ctx: WritingContext, payout: Payout, cause: PreparingCause): void {
  const isComplete = hasDestination(payout);
  const waitsAtConnector =
    payout.status === 'requires_creation' || payout.status === 'requires_vendor_account_creation';
  if (waitsAtConnector && isComplete) return;
  const status = isComplete ? 'requires_confirmation' : 'requires_payout_method_data';
  // A new payout's history begins with its initial status.
  if (cause === 'create') payout.status = status;
  else changeStatus(ctx, payout, status, cause);
}
