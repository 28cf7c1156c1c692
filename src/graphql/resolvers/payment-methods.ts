import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { paymentMethods } from '../../core/operations/payment-methods.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => PaymentMethod)
class PaymentMethodFields {
  @FieldResolver()
  customer(@Root() method: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.customer(method, info);
  }
}

export const paymentMethodResolvers = [
  ...queriesFor(paymentMethods.retrievePaymentMethod, paymentMethods.listPaymentMethods, {
    customer: { own: ({ customerId }) => ({ field: 'customer_id', value: customerId }) },
  }),
  PaymentMethodFields,
  mutationOf(paymentMethods.savePaymentMethod),
  mutationOf(paymentMethods.createCollectLink, { payloadField: 'collectLink' }),
  mutationOf(paymentMethods.mailCollectLink),
  mutationOf(paymentMethods.updatePaymentMethod),
  mutationOf(paymentMethods.deletePaymentMethod),
];
