import { Amount, Integer, Text, ValueObject } from '../../model/index.ts';

/** One line of an order. Specification: Payment `order_details`. */
@ValueObject({ about: 'One line of an order.' })
export class OrderDetail {
  @Text('Name of the product.', { required: true }) product_name!: string;
  @Integer('How many.', { required: true, min: 1 }) quantity!: number;
  @Amount('Price of one, in minor units.', { required: true }) amount!: number;
}
