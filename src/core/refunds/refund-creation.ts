import { Refund } from '../entities/refund.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** What is said of a refund at first. */
@Input({
  about: 'Parameters for creating a refund. Without an amount, everything not yet refunded is refunded.',
})
export class RefundCreation extends fieldsFrom(Refund, {
  requires: ['payment_id'],
  takes: ['refund_id', 'amount', 'reason', 'metadata', 'split_refunds'],
}) {}
