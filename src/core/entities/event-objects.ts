import type { DescribedClass } from '../model/index.ts';
import { Dispute } from './dispute.ts';
import { type EventTypeValue, objectOf } from './event-types.ts';
import { Notification } from './notification.ts';
import { Payment } from './payment.ts';
import { Payout } from './payout.ts';
import { Refund } from './refund.ts';
import { Report } from './report.ts';

const objectClasses = Object.freeze({
  payment: Payment,
  refund: Refund,
  dispute: Dispute,
  payout: Payout,
  notification: Notification,
  report: Report,
});

/** The class of the object in events of a type. */
export const objectClassOf = (type: EventTypeValue): DescribedClass => objectClasses[objectOf(type)];
