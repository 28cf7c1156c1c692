import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { deletePaymentMethod } from '../../core/payment-methods/delete-payment-method.ts';
import { PaymentMethodCreation } from '../../core/payment-methods/payment-method-creation.ts';
import { PaymentMethodUpdate } from '../../core/payment-methods/payment-method-update.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
import { updatePaymentMethod } from '../../core/payment-methods/update-payment-method.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => PaymentMethod)
class PaymentMethodFields {
  @FieldResolver()
  customer(@Root() method: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.customer(method, info);
  }
}

export const paymentMethodResolvers = [
  queriesOf(PaymentMethod),
  PaymentMethodFields,
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
