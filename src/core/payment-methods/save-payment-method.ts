import { makeClientSecret } from '../access/make-client-secret.ts';
import { checkCard } from '../cards/check-card.ts';
import { cardFingerprints } from '../cards/fingerprint.ts';
import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { applyChanges, encryptField } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import type { PaymentMethodCreation, SavedCardCreationInput } from './payment-method-creation.ts';
import { requireDetails } from './payment-method-details.ts';
import { savedCard } from './saved-card-of.ts';

/**
 * Keeps a payment method for a customer and answers its identifier. A card that the customer has already is
 * brought up to date rather than kept twice. Specification: Payment method (saved).
 *
 * @throws {Problem} `resource_not_found` for an unknown customer; `missing_parameter`, `parameters_exclusive` or
 * `invalid_parameter` for details that are not those of the kind of method; `resource_already_exists`.
 */
export function savePaymentMethod(ctx: Context, given: PaymentMethodCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { customer_id: customerId, payment_method_id: chosen, card, ...details } = given;
    requireDetails(given);
    if (card) requireGood(card, tx.now());
    const merchantId = requireMerchant(tx);
    // Locked, so that of two that save one card at once the second finds what the first did.
    await lock(tx, Customer, customerId);

    const known = card ? await sameCard(tx, merchantId, customerId, card.card_number) : null;
    if (known && chosen && chosen !== known.payment_method_id) throw alreadyKept();
    const method = known ?? newMethod(tx, merchantId, customerId, chosen ?? tx.ids.make('pm'));
    method.updated_at = tx.now();
    applyChanges(tx, method, details);
    if (card) {
      method.card = savedCard(tx, merchantId, card, known?.card);
      encryptField(tx, method, 'card_number', card.card_number);
    }
    if (!known) await insert(tx, method);
    return method.payment_method_id;
  });
}

function requireGood(card: SavedCardCreationInput, now: Date): void {
  const typed = {
    number: card.card_number,
    expMonth: card.card_exp_month,
    expYear: card.card_exp_year,
    holderName: card.card_holder_name ?? null,
    cvc: null,
  };
  checkCard(typed, { expMonth: 'card.card_exp_month', expYear: 'card.card_exp_year' }, now);
}

function newMethod(tx: WritingContext, merchantId: string, customerId: string, id: string): PaymentMethod {
  const method = new PaymentMethod();
  method.merchant_id = merchantId;
  method.customer_id = customerId;
  method.payment_method_id = id;
  method.status = 'active';
  method.created = tx.now();
  method.client_secret = makeClientSecret(tx, id);
  return method;
}

/** The customer's own active payment method with the card, if there is one. */
function sameCard(
  tx: WritingContext,
  merchantId: string,
  customerId: string,
  cardNumber: string,
): Promise<PaymentMethod | null> {
  return tx.transaction.em.findOne(PaymentMethod, {
    merchant_id: merchantId,
    customer_id: customerId,
    status: 'active',
    card: { card_fingerprint: { $in: [...cardFingerprints(tx, merchantId, cardNumber)] } },
  });
}

function alreadyKept(): Problem {
  return new Problem(
    'resource_already_exists',
    'The customer has this card already, as a payment method with another payment_method_id.',
    { param: 'payment_method_id' },
  );
}
