import { Customer } from '../../core/customers/customer.ts';
import { queriesOf } from './queries.ts';

export const customerResolvers = [queriesOf(Customer)];
