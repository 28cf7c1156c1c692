import { requireClientSecret } from '../access/client-secrets.ts';
import { asCustomerSees, requireOwnCustomer } from '../access/ephemeral-keys.ts';
import { expiryYear, isExpired } from '../cards/card.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { SavedCard } from '../entities/values/payment-method-data.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { returning } from '../foundation/permissions.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readByKeys, readOne } from '../reads/index.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { PaymentMethodUpdate, SavedCardUpdateInput } from './payment-method-input.ts';

/** Lifetime of a client secret if the merchant has no default profile, in seconds. */
const DEFAULT_SECRET_LIFETIME_S = 900;

/**
 * Retrieves a saved payment method. Specification: endpoint 11.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrievePaymentMethod(ctx: Context, paymentMethodId: string): Promise<Row> {
  const row = await readOne(
    returning(ctx),
    PaymentMethod,
    paymentMethodId,
    restNames(PaymentMethod, 'single'),
  );
  if (!row) throw notFound('payment method');
  return asCustomerSees(ctx, row);
}

/**
 * Updates the expiry, holder or nickname of a saved card, leaving `last_used_at` alone. A client secret is
 * checked if given. Specification: endpoint 12.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`
 * for an inactive payment method; `invalid_parameter` for an expiry in the past, or a card for another kind of
 * payment method.
 */
export function updatePaymentMethod(ctx: Context, id: string, changes: PaymentMethodUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const method = await lock(tx, PaymentMethod, id);
    requireOwnCustomer(tx, 'payment method', method.customer_id);
    if (typeof changes.client_secret === 'string') await requireSecret(tx, method, changes.client_secret);
    requireNotInactive(method);
    if (!changes.card) return;
    if (!method.card) {
      throw invalidParameter('card', 'card is not allowed: the payment method is not a card.');
    }
    method.card = changedCard(tx.ports.now(), method.card, changes.card);
    method.updated_at = tx.ports.now();
  });
}

async function requireSecret(tx: WritingContext, method: PaymentMethod, presented: string): Promise<void> {
  requireClientSecret(tx, presented, {
    secret: method.client_secret,
    createdAt: method.created,
    lifetimeS: await secretLifetimeS(tx, method.merchant_id),
  });
}

/** A payment method belongs to no profile, so the merchant's default profile determines the lifetime. */
async function secretLifetimeS(tx: WritingContext, merchantId: string): Promise<number> {
  const accountKey = { merchantId: null, id: merchantId };
  const [account] = await readByKeys(tx, MerchantAccount, [accountKey], ['default_profile']);
  const id = account?.default_profile;
  if (!id) return DEFAULT_SECRET_LIFETIME_S;
  const [profile] = await readByKeys(tx, BusinessProfile, [{ merchantId, id }], ['session_expiry']);
  return profile?.session_expiry ?? DEFAULT_SECRET_LIFETIME_S;
}

function requireNotInactive({ status }: PaymentMethod): void {
  if (status !== 'inactive') return;
  throw new Problem(
    'unexpected_state',
    `The payment method is ${status}; it can be updated while it is active, processing or awaiting_data.`,
  );
}

function changedCard(now: Date, card: SavedCard, changes: SavedCardUpdateInput): SavedCard {
  const changed: SavedCard = { ...card };
  if (changes.card_exp_month !== undefined) changed.expiry_month = changes.card_exp_month;
  if (changes.card_exp_year !== undefined) changed.expiry_year = changes.card_exp_year;
  if (changes.card_holder_name !== undefined) changed.card_holder_name = changes.card_holder_name;
  if (changes.nick_name !== undefined) changed.nick_name = changes.nick_name;
  // An expired card may still be renamed; only a new expiry must lie in the future.
  const movesExpiry = changes.card_exp_month !== undefined || changes.card_exp_year !== undefined;
  if (movesExpiry) requireFutureExpiry(now, changed);
  return changed;
}

function requireFutureExpiry(now: Date, { expiry_month: month, expiry_year: year }: SavedCard): void {
  if (!month) throw invalidParameter('card.card_exp_month', 'card.card_exp_month is required.');
  if (!year) throw invalidParameter('card.card_exp_year', 'card.card_exp_year is required.');
  if (!isExpired(month, year, now)) return;
  const param = expiryYear(year) < now.getUTCFullYear() ? 'card.card_exp_year' : 'card.card_exp_month';
  throw invalidParameter(param, `${param} must not be in the past: the card has expired.`);
}
