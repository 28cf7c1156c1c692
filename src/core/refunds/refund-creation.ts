import { Refund } from '../entities/refund.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** What is said of a refund at first. */
@Input({ about: 'What is said of a refund at first; without an amount, all that is left is given back.' })
export class RefundCreation extends fieldsFrom(Refund, {
  requires: ['payment_id'],
  takes: ['refund_id', 'amount', 'reason', 'metadata', 'split_refunds'],
}) {}
