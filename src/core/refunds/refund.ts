import {
  Amount,
  Currency,
  Enumeration,
  ERROR_MESSAGE_MAX,
  enumeration,
  Free,
  Id,
  Instant,
  MerchantOwned,
  Reference,
  Resource,
  Text,
  type ValueOf,
} from '../model/index.ts';
import { Payment } from '../payments/payment.ts';

export const RefundStatus = enumeration('RefundStatus', 'How far a refund has come.', {
  pending: 'The connector has been asked; the outcome is not known yet.',
  succeeded: 'The money went back. Final.',
  failed: 'The connector refused it. Final.',
  review: 'Someone at the connector is looking at it. Final for the service.',
});

/** Money given back on a payment. Specification: Refund. */
@Resource({
  table: 'refunds',
  id: 'refund_id',
  prefix: 'ref',
  about: 'Money given back on a payment.',
  order: 'created_at',
  from: 'newest',
})
export class Refund extends MerchantOwned {
  @Id('Identifier of the refund.', { required: true, search: true }) refund_id!: string;
  @Id('The payment it gives money back on.', { required: true, filter: true, search: true })
  payment_id!: string;
}
