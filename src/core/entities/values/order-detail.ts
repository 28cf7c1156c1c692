import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** One line of an order. Specification: Payment `order_details`. */
@ValueObject({ about: 'One line of an order.' })
export class OrderDetail {
  @f.Text('Name of the product.', { required: true }) product_name!: string;
  @f.Integer('How many.', { required: true, min: 1 }) quantity!: number;
  @f.Amount('Price of one, in minor units.', { required: true }) amount!: number;
}
