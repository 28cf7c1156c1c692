import { Children, Id, MerchantOwned, Resource } from '../model/index.ts';
import { Refund } from '../refunds/refund.ts';
@Resource({
  table: 'payments',
  id: 'payment_id',
  prefix: 'pay',
  about: 'A payment.',
  order: 'created',
  from: 'newest',
})
export class Payment extends MerchantOwned {
  @Id('x', { required: true }) payment_id!: string;
  @Children(() => Refund, 'refs') refunds?: Refund[];
}
