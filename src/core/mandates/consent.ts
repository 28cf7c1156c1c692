import { Mandate } from '../entities/mandate.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { MandateBounds, MandateData } from '../entities/values/payment-parts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { beginHistory } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { endConsentWithoutMandate } from './revoke-mandate.ts';

/** The parts of a payment in which a customer may consent to later charges. */
export type ConsentParts = Pick<
  Payment,
  'customer_id' | 'mandate_data' | 'mandate_id' | 'off_session' | 'payment_method_id' | 'setup_future_usage'
>;

/** Whether the customer consents, with a payment, to being charged later while absent. */
export const givesConsent = ({ customer_id, mandate_data, setup_future_usage }: ConsentParts): boolean =>
  Boolean(customer_id && setup_future_usage === 'off_session' && mandate_data?.customer_acceptance);

const missing = (param: string, why: string) =>
  new Problem('missing_parameter', `${param} is required: ${why}`, { param });

/**
 * Checks that a payment which sets up off-session charges has a customer and its consent, so that a missing consent shows
 * now rather than at the first such charge.
 *
 * @param saved The payment's saved method, if any. Its earlier consent stays valid.
 * @throws {Problem} `missing_parameter` without a customer, future usage or acceptance; `parameters_exclusive` for both
 *   types of mandate, or for a mandate to charge under and a new one; `invalid_parameter` for an empty period.
 */
export function requireCompleteConsent(
  payment: ConsentParts,
  saved: Pick<PaymentMethod, 'recurring_enabled'> | null,
): void {
  const { customer_id: customerId, mandate_data: data, mandate_id: mandateId } = payment;
  const usage = payment.setup_future_usage;
  if (usage === 'off_session' && !customerId) {
    throw missing(
      'customer_id',
      'setup_future_usage off_session is for a customer who can be charged later.',
    );
  }
  if (usage === 'off_session' && !data && !saved?.recurring_enabled && !isUnderConsent(payment)) {
    throw missing(
      'mandate_data.customer_acceptance',
      'with setup_future_usage off_session the customer consents to later charges. Give how, or on_session to save the method for charges in their presence.',
    );
  }
  if (!data) return;
  // A method that is not saved for off-session charges cannot have a mandate, accepted or not.
  if (usage !== 'off_session' && !data.mandate_type && !data.update_mandate_id) return;
  if (usage !== 'off_session') {
    throw missing('setup_future_usage', 'mandate_data takes the value off_session.');
  }
  if (!data.customer_acceptance) {
    throw missing('mandate_data.customer_acceptance', 'a mandate takes the consent of the customer.');
  }
  if (mandateId) {
    throw new Problem(
      'parameters_exclusive',
      'Give either mandate_id, to charge under a mandate, or mandate_data, to set one up, and null for the other.',
      { param: 'mandate_data' },
    );
  }
  requireBounds(data);
}

/** Whether a payment is charged under an earlier consent: a mandate, or a saved method's. */
const isUnderConsent = ({ mandate_id, off_session, payment_method_id }: ConsentParts): boolean =>
  Boolean(mandate_id || (off_session && payment_method_id));

function requireBounds({ mandate_type: type }: MandateData): void {
  if (type?.single_use && type.multi_use) {
    throw new Problem('parameters_exclusive', 'Give either single_use or multi_use.', {
      param: 'mandate_data.mandate_type.multi_use',
    });
  }
  const { end_date: end, start_date: start } = mandateBoundsOf(type) ?? {};
  if (start && end && new Date(end) <= new Date(start)) {
    const param = `mandate_data.mandate_type.${type?.single_use ? 'single_use' : 'multi_use'}.end_date`;
    throw invalidParameter(param, `${param} must be later than start_date.`);
  }
}

/** The limits of a mandate, whichever its type. */
const mandateBoundsOf = (type: MandateData['mandate_type']): MandateBounds | null =>
  type?.single_use ?? type?.multi_use ?? null;

/**
 * Checks that the mandate a payment renews is an active one of its customer.
 *
 * @throws {Problem} `resource_not_found`, `mandate_inactive`.
 */
export async function requireRenewable(tx: WritingContext, payment: Payment): Promise<void> {
  const id = payment.mandate_data?.update_mandate_id;
  if (!id) return;
  const param = 'mandate_data.update_mandate_id';
  const mandate = await readOne(tx, Mandate, id, ['customer_id', 'status']);
  if (mandate?.customer_id !== payment.customer_id) throw notFound('mandate', param);
  if (mandate?.status === 'active') return;
  throw new Problem('mandate_inactive', 'Only an active mandate can be renewed.', { param });
}

/**
 * Records the mandate that a customer gave with an authorized payment, for its locked saved method. Renews the customer's
 * existing mandate if the payment requests that and it is still active.
 */
export async function grantMandate(
  tx: WritingContext,
  payment: Payment,
  method: PaymentMethod,
): Promise<Mandate> {
  const { customer_acceptance, mandate_type, update_mandate_id } = payment.mandate_data ?? {};
  const bounds = mandateBoundsOf(mandate_type);
  const amount = bounds?.amount ?? null;
  const terms = {
    usage: mandate_type?.single_use ? ('single_use' as const) : ('multi_use' as const),
    payment_method_id: method.payment_method_id,
    payment_id: payment.payment_id,
    amount,
    currency: bounds?.currency ?? (amount === null ? null : payment.currency),
    start_date: dateOf(bounds?.start_date),
    end_date: dateOf(bounds?.end_date),
    metadata: bounds?.metadata ?? null,
    customer_acceptance: customer_acceptance ?? null,
    updated_at: tx.ports.now(),
  };
  method.recurring_enabled = true;
  const renewed = update_mandate_id ? await renewable(tx, payment, update_mandate_id) : null;
  if (renewed) {
    const previousId = renewed.payment_method_id;
    Object.assign(renewed, terms);
    if (previousId !== method.payment_method_id) {
      await endConsentWithoutMandate(tx, await lock(tx, PaymentMethod, previousId));
    }
    return renewed;
  }
  const mandate = Object.assign(new Mandate(), {
    merchant_id: payment.merchant_id,
    mandate_id: tx.ports.ids.make('man'),
    status: 'active',
    customer_id: payment.customer_id!,
    created_at: tx.ports.now(),
    ...terms,
  });
  tx.transaction.em.persist(mandate);
  beginHistory(tx, mandate);
  return mandate;
}

async function renewable(tx: WritingContext, payment: Payment, id: string): Promise<Mandate | null> {
  const mandate = await lock(tx, Mandate, id);
  return mandate.status === 'active' && mandate.customer_id === payment.customer_id ? mandate : null;
}

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);
