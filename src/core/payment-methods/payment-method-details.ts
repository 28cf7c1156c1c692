import type { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { ValueOf } from '../model/index.ts';
import type { PaymentMethodCreation } from './payment-method-creation.ts';

type Details = 'card' | 'bank_transfer';

/** The details that each kind of payment method is kept with. Others have none that could be kept. */
const detailsByKind: Partial<Record<ValueOf<typeof PaymentMethodKind>, Details>> = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  bank_debit: 'bank_transfer',
};

/**
 * Checks that a payment method comes with the details of its kind, and no others.
 *
 * @throws {Problem} `parameters_exclusive`, `missing_parameter`, `invalid_parameter`.
 */
export function requireDetails(given: PaymentMethodCreation): void {
  const has = { card: Boolean(given.card), bank_transfer: Boolean(given.bank_transfer) };
  if (has.card && has.bank_transfer) {
    throw new Problem('parameters_exclusive', 'Give either card or bank_transfer.', {
      param: 'bank_transfer',
    });
  }
  const wanted = detailsByKind[given.payment_method];
  if (!wanted) {
    const kinds = Object.keys(detailsByKind).join(', ');
    throw invalidParameter('payment_method', `payment_method must be one that can be saved: ${kinds}.`);
  }
  const other = wanted === 'card' ? 'bank_transfer' : 'card';
  if (has[other]) throw invalidParameter(other, `${other} is not taken for a ${given.payment_method}.`);
  if (has[wanted]) return;
  throw new Problem('missing_parameter', `${wanted} is required for a ${given.payment_method}.`, {
    param: wanted,
  });
}
