import { createPayment } from '../../core/payments/create-payment.ts';
import { Payment } from '../../core/payments/payment.ts';
import { PaymentCreation, PaymentUpdate } from '../../core/payments/payment-inputs.ts';
import { updatePayment } from '../../core/payments/update-payment.ts';
import { mutation } from '../mutations.ts';
import { queriesOf } from './queries.ts';

export const paymentResolvers = [
  queriesOf(Payment),
  mutation({
    name: 'createPayment',
    about: 'Creates a payment. It is charged when it is confirmed.',
    takes: PaymentCreation,
    creates: true,
    answers: Payment,
    as: 'payment',
    run: async (ctx, given) => ({ id: await createPayment(ctx, given) }),
  }),
  mutation({
    name: 'updatePayment',
    about: 'Changes a payment that was not confirmed yet.',
    takes: PaymentUpdate,
    ids: ['payment_id'],
    answers: Payment,
    as: 'payment',
    run: async (ctx, changes, { payment_id }) => {
      await updatePayment(ctx, payment_id!, changes);
      return { id: payment_id! };
    },
  }),
];
