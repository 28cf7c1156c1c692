import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { PaymentMethod } from '../../core/entities/payment-method.ts';
import {
  CollectLinkCreation,
  createCollectLink,
  PaymentMethodCollectLink,
} from '../../core/payment-methods/collect-links.ts';
import { customersMethodFields } from '../../core/payment-methods/customer-payment-method.ts';
import { deletePaymentMethod } from '../../core/payment-methods/delete-payment-method.ts';
import {
  PaymentMethodCreation,
  PaymentMethodUpdate,
} from '../../core/payment-methods/payment-method-input.ts';
import { updatePaymentMethod } from '../../core/payment-methods/payment-methods.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
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

const customersMethodKeys = ['api_key', 'admin_key', 'ephemeral_key'] as const;

export const paymentMethodResolvers = [
  queriesOf(PaymentMethod, {
    customer: {
      fields: customersMethodFields,
      own: ({ customerId }) => ({ field: 'customer_id', value: customerId }),
      lists: true,
    },
  }),
  PaymentMethodFields,
  mutation({
    name: 'savePaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    about: 'Saves a card or bank account for a customer. Saving the same card again updates the saved one.',
    input: PaymentMethodCreation,
    creates: true,
    payload: PaymentMethod,
    payloadField: 'paymentMethod',
    run: async (ctx, input) => ({ id: await savePaymentMethod(ctx, input) }),
  }),
  mutation({
    name: 'createCollectLink',
    permission: 'customers:write',
    reach: 'shared',
    about:
      'Creates a link to a page on which a customer saves cards and bank accounts, until it expires. What is entered there is saved as by `savePaymentMethod`.',
    input: CollectLinkCreation,
    creates: true,
    payload: PaymentMethodCollectLink,
    payloadField: 'collectLink',
    run: async (ctx, input) => {
      const link = await createCollectLink(ctx, input);
      return { id: link.pm_collect_link_id, snapshot: { ...link } };
    },
  }),
  mutation({
    name: 'updatePaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    about:
      'Updates the expiry date, holder or nickname of a saved card. An ephemeral key updates those of its customer.',
    keys: customersMethodKeys,
    customerFields: customersMethodFields,
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
    permission: 'customers:write',
    reach: 'shared',
    about:
      'Deletes a saved payment method: erases its number and makes it permanently inactive. An ephemeral key deletes those of its customer.',
    evenIfSuspended: true,
    keys: customersMethodKeys,
    customerFields: customersMethodFields,
    ids: ['payment_method_id'],
    payload: PaymentMethod,
    payloadField: 'paymentMethod',
    run: async (ctx, _input, { payment_method_id }) => {
      await deletePaymentMethod(ctx, payment_method_id!);
      return { id: payment_method_id! };
    },
  }),
];
