import { requireClientSecret } from '../access/client-secret.ts';
import { expiryYear, isExpired } from '../cards/expiry.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { SavedCard } from '../entities/values/saved-card.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { PaymentMethodUpdate, SavedCardUpdateInput } from './payment-method-update.ts';
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
    const secret = changes.client_secret;
    if (secret !== undefined && secret !== null) await requireSecret(tx, method, secret);
    requireInUse(method);
    if (!changes.card) return;
    if (!method.card) throw invalidParameter('card', 'card is not taken: this payment method is no card.');
    method.card = changedCard(tx.now(), method.card, changes.card);
    method.updated_at = tx.now();
  });
}

async function requireSecret(tx: WritingContext, method: PaymentMethod, presented: string): Promise<void> {
  requireClientSecret(tx, presented, {
    secret: method.client_secret,
    madeAt: method.created,
    lifetimeS: await secretLifetimeS(tx, method.merchant_id),
  });
}

function requireInUse({ status }: PaymentMethod): void {
  if (status !== 'inactive') return;
  throw new Problem(
    'unexpected_state',
    `The payment method is ${status}; it can be updated while it is active, processing or awaiting_data.`,
  );
}

function changedCard(now: Date, card: SavedCard, given: SavedCardUpdateInput): SavedCard {
  const changed: SavedCard = { ...card };
  if (given.card_exp_month !== undefined) changed.expiry_month = given.card_exp_month;
  if (given.card_exp_year !== undefined) changed.expiry_year = given.card_exp_year;
  if (given.card_holder_name !== undefined) changed.card_holder_name = given.card_holder_name;
  if (given.nick_name !== undefined) changed.nick_name = given.nick_name;
  // A card that has expired may still be named anew; only a new expiry has to be one to come.
  const moved = given.card_exp_month !== undefined || given.card_exp_year !== undefined;
  if (moved) requireExpiryToCome(now, changed);
  return changed;
}

function requireExpiryToCome(now: Date, { expiry_month: month, expiry_year: year }: SavedCard): void {
  if (!month) throw invalidParameter('card.card_exp_month', 'card.card_exp_month must be given.');
  if (!year) throw invalidParameter('card.card_exp_year', 'card.card_exp_year must be given.');
  if (!isExpired(month, year, now)) return;
  const param = expiryYear(year) < now.getUTCFullYear() ? 'card.card_exp_year' : 'card.card_exp_month';
  throw invalidParameter(param, `${param} must not be in the past: the card has expired.`);
}
