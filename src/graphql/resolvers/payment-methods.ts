import { PaymentMethod } from '../../core/payment-methods/payment-method.ts';
import { queriesOf } from './queries.ts';

export const paymentMethodResolvers = [queriesOf(PaymentMethod)];
