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

/** What is said of a customer at first. Specification: endpoint 8. */
@Input({ about: 'What is said of a customer at first; the identifier is made when it is not given.' })
export class CustomerCreation extends fieldsFrom(Customer, { takes: details }) {}

/** What may be changed of a customer. Specification: endpoint 9. */
@Input({ about: 'What may be changed of a customer.' })
export class CustomerUpdate extends fieldsFrom(Customer, {
  takes: [...details, 'default_payment_method_id'],
}) {}
