import { Dispute } from '../../entities/dispute.ts';
import { type EventTypeValue, objectOf } from '../../entities/event-types.ts';
import { Payment } from '../../entities/payment.ts';
import { Payout } from '../../entities/payout.ts';
import { Refund } from '../../entities/refund.ts';
import type { DescribedClass } from '../../model/index.ts';

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
