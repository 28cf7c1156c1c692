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
@Input({ about: 'Parameters for creating a customer. An identifier is generated if none is given.' })
export class CustomerCreation extends fieldsFrom(Customer, { takes: details }) {}

/** Specification: endpoint 9. */
@Input({ about: 'Parameters for updating a customer.' })
export class CustomerUpdate extends fieldsFrom(Customer, {
  takes: [...details, 'default_payment_method_id'],
}) {}
