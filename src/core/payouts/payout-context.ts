import { contactDetails, personOf } from '../customers/contact-details.ts';
import type { Payout } from '../entities/payout.ts';
import type { PayoutContext } from '../foundation/payment-context.ts';

/** A payout's details for its connector, besides the money and the destination. */
export const payoutContext = (payout: Payout): PayoutContext => ({
  recipient: personOf(payout),
  billing: contactDetails(payout.billing),
  description: payout.description ?? null,
  metadata: payout.metadata ?? {},
});
