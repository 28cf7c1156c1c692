import { requireClientSecret } from '../access/client-secret.ts';
import type { Context } from '../context.ts';
import { invalidParameter, Problem } from '../errors.ts';
import { inTransaction, lock } from '../transactions.ts';
import type { SavedCard } from '../values/saved-card.ts';
import { requireExpiryToCome } from './card-expiry.ts';
import { PaymentMethod } from './payment-method.ts';
import type { PaymentMethodUpdate, SavedCardUpdate } from './payment-method-update.ts';
import { secretLifetimeS } from './secret-lifetime.ts';

/**
 * Changes the expiry, holder or nick name of a saved card; when it was last used stays. A client secret is
 * checked when it is given. Specification: endpoint 12.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`
 * for one that is out of use; `invalid_parameter` for an expiry that is over, or a card where there is none.
 */
export function updatePaymentMethod(ctx: Context, id: string, changes: PaymentMethodUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const method = await lock(tx, PaymentMethod, id);
    if (changes.client_secret !== undefined && changes.client_secret !== null) {
      requireClientSecret(tx, changes.client_secret, {
        secret: method.client_secret,
        madeAt: method.created,
        lifetimeS: await secretLifetimeS(tx, method.merchant_id),
      });
    }
    requireInUse(method);
    if (!changes.card) return;
    if (!method.card) throw invalidParameter('card', 'card is not taken: this payment method is no card.');
    method.card = changedCard(tx.now(), method.card, changes.card);
    method.updated_at = tx.now();
  });
}

function requireInUse({ status }: PaymentMethod): void {
  if (status !== 'inactive') return;
  throw new Problem(
    'unexpected_state',
    `The payment method is ${status}; it can be updated while it is active, processing or awaiting_data.`,
  );
}

function changedCard(now: Date, card: SavedCard, given: SavedCardUpdate): SavedCard {
  const changed: SavedCard = { ...card };
  if (given.card_exp_month !== undefined) changed.expiry_month = given.card_exp_month;
  if (given.card_exp_year !== undefined) changed.expiry_year = given.card_exp_year;
  if (given.card_holder_name !== undefined) changed.card_holder_name = given.card_holder_name;
  if (given.nick_name !== undefined) changed.nick_name = given.nick_name;
  // Naming a card that has expired is harmless; only a new expiry has to be one to come.
  const expiryGiven = given.card_exp_month !== undefined || given.card_exp_year !== undefined;
  if (expiryGiven) requireExpiryToCome(now, changed.expiry_month, changed.expiry_year, given);
  return changed;
}
