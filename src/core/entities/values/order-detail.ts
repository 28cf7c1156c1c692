import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Line item of an order. Specification: Payment `order_details`. */
@ValueObject({ about: 'Line item of an order.' })
export class OrderDetail {
  @f.Text('Name of the product.', { required: true, example: 'Shirt' }) product_name!: string;
  @f.Integer('Quantity.', { required: true, min: 1 }) quantity!: number;
  @f.Amount('Unit price, in minor units.', { required: true }) amount!: number;
}
