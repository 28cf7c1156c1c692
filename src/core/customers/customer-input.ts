import { Customer } from '../entities/customer.ts';
import { fieldsFrom, Input } from '../model/index.ts';

const details = [
  'customer_id',
  'name',
  'email',
  'phone',
  'phone_country_code',
  'description',
  'address',
  'metadata',
] as const;

/** Specification: endpoint 8. */
@Input({ about: 'Parameters for creating a customer. The identifier is generated unless given.' })
export class CustomerCreation extends fieldsFrom(Customer, { takes: details }) {}

/** Specification: endpoint 9. */
@Input({ about: 'Parameters for updating a customer. Omitted fields keep their values; null clears them.' })
export class CustomerUpdate extends fieldsFrom(Customer, {
  takes: [...details, 'default_payment_method_id'],
}) {}
