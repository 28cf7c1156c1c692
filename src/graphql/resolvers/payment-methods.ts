import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { deletePaymentMethod } from '../../core/payment-methods/delete-payment-method.ts';
import {
  PaymentMethodCreation,
  PaymentMethodUpdate,
} from '../../core/payment-methods/payment-method-input.ts';
import { updatePaymentMethod } from '../../core/payment-methods/payment-methods.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const paymentMethodResolvers = [
  queriesOf(PaymentMethod),
  mutation({
    name: 'savePaymentMethod',
    about:
      'Keeps a card or bank account for a customer. A card saved again is brought up to date, not doubled.',
    input: PaymentMethodCreation,
    creates: true,
    payload: PaymentMethod,
    payloadField: 'paymentMethod',
    run: async (ctx, given) => ({ id: await savePaymentMethod(ctx, given) }),
  }),
  mutation({
    name: 'updatePaymentMethod',
    about: 'Changes the expiry, holder or nick name of a saved card.',
    input: PaymentMethodUpdate,
    ids: ['payment_method_id'],
    payload: PaymentMethod,
    payloadField: 'paymentMethod',
    run: async (ctx, changes, { payment_method_id }) => {
      await updatePaymentMethod(ctx, payment_method_id!, changes);
      return { id: payment_method_id! };
    },
  }),
  mutation({
    name: 'deletePaymentMethod',
    about: 'Takes a saved payment method out of use for good and erases its number. It answers as inactive.',
    ids: ['payment_method_id'],
    payload: PaymentMethod,
    payloadField: 'paymentMethod',
    run: async (ctx, _given, { payment_method_id }) => {
      await deletePaymentMethod(ctx, payment_method_id!);
      return { id: payment_method_id! };
    },
  }),
];
