import { Payment } from '../../core/payments/payment.ts';
import { queriesOf } from './queries.ts';

export const paymentResolvers = [queriesOf(Payment)];
