import type { Payment } from '../entities/payment.ts';
import type { MandateBounds, MandateData } from '../entities/values/payment-parts.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';

/** The parts of a payment in which a customer may consent to later charges. */
export type ConsentParts = Pick<
  Payment,
  'customer_id' | 'mandate_data' | 'mandate_id' | 'setup_future_usage'
>;

/** Whether the customer consents, with a payment, to being charged later while absent. */
export const givesConsent = ({ customer_id, mandate_data, setup_future_usage }: ConsentParts): boolean =>
  Boolean(customer_id && setup_future_usage === 'off_session' && mandate_data?.customer_acceptance);

const missing = (param: string, why: string) =>
  new Problem('missing_parameter', `${param} is required: ${why}`, { param });

/**
 * Checks that a payment which sets up charges without the customer says who consents, and to what.
 *
 * @throws {Problem} `missing_parameter` without a customer, future usage or acceptance; `parameters_exclusive` for
 * both types of mandate, or for a mandate to charge under and a new one; `invalid_parameter` for an empty period.
 */
export function requireCompleteConsent(payment: ConsentParts): void {
  const { customer_id: customerId, mandate_data: data, mandate_id: mandateId } = payment;
  const usage = payment.setup_future_usage;
  if (usage === 'off_session' && !customerId) {
    throw missing(
      'customer_id',
      'setup_future_usage off_session is for a customer who can be charged later.',
    );
  }
  if (!data) return;
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
export const mandateBoundsOf = (type: MandateData['mandate_type']): MandateBounds | null =>
  type?.single_use ?? type?.multi_use ?? null;
