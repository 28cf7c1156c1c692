import { Dispute } from '../disputes/dispute.ts';
import type { DescribedClass } from '../model/index.ts';
import { Payment } from '../payments/payment.ts';
import { Payout } from '../payouts/payout.ts';
import { Refund } from '../refunds/refund.ts';
import { type EventTypeValue, objectOf } from './event-types.ts';

const classes: Readonly<Record<ReturnType<typeof objectOf>, DescribedClass>> = Object.freeze({
  payment: Payment,
  refund: Refund,
  dispute: Dispute,
  payout: Payout,
});

/** The class of the objects that a type of event tells of. */
export function objectClassOf(type: EventTypeValue): DescribedClass {
  return classes[objectOf(type)];
}
