import type { EvidenceField } from '../../core/foundation/ports/connector.ts';

const text = (name: string, about: string): EvidenceField => ({ name, about, takes: 'text' });
const file = (name: string, about: string): EvidenceField => ({ name, about, takes: 'file' });

/** The free-text field. */
export const ANY_TEXT = 'uncategorized_text';

/** The fields of Stripe's evidence against a dispute. */
export const evidenceFields: readonly EvidenceField[] = [
  text(
    'access_activity_log',
    'When the customer downloaded or used their purchase, with addresses and times.',
  ),
  text('billing_address', 'The billing address that the customer gave.'),
  file('cancellation_policy', 'The policy of cancelling a subscription, as the customer was shown it.'),
  text('cancellation_policy_disclosure', 'How and when the customer was shown that policy.'),
  text('cancellation_rebuttal', 'Why the subscription was not cancelled.'),
  file('customer_communication', 'Messages of the customer about the purchase.'),
  text('customer_email_address', "The customer's e-mail address."),
  text('customer_name', "The customer's name."),
  text('customer_purchase_ip', 'The IP address that the purchase was made from.'),
  file('customer_signature', "The customer's signature, such as on a delivery note."),
  file('duplicate_charge_documentation', 'Proof that another charge was for another purchase.'),
  text('duplicate_charge_explanation', 'How the two charges differ.'),
  text('duplicate_charge_id', "Stripe's identifier of the other charge."),
  text('product_description', 'The product or service sold.'),
  file('receipt', 'The receipt that the customer was sent.'),
  file('refund_policy', 'The refund policy, as the customer was shown it.'),
  text('refund_policy_disclosure', 'How and when the customer was shown that policy.'),
  text('refund_refusal_explanation', 'Why the customer is not entitled to a refund.'),
  text('service_date', 'When the service was rendered.'),
  file('service_documentation', 'Proof that it was rendered, such as a signed contract.'),
  text('shipping_address', 'Where the goods were sent.'),
  text('shipping_carrier', 'Who carried them.'),
  text('shipping_date', 'When they left.'),
  file('shipping_documentation', 'Proof that they were sent, such as a label.'),
  text('shipping_tracking_number', 'The tracking number of the carrier.'),
  file('uncategorized_file', 'Any other proof.'),
  text(ANY_TEXT, 'Any other explanation.'),
];
