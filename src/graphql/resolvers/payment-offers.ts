import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { withClientSecret } from '../../core/foundation/permissions.ts';
import { offerPaymentMethods } from '../../core/offers/offer-payment-methods.ts';
import { offerSavedMethods } from '../../core/offers/offer-saved-methods.ts';
import { PaymentMethodOffer } from '../../core/offers/payment-method-offer.ts';
import { CustomerPaymentMethods } from '../../core/payment-methods/customer-payment-method.ts';
import type { Row } from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';

const clientSecretArgument = Arg('clientSecret', () => String, {
  description: "The payment's client secret.",
});

/** The context of a payment's customer, who has a publishable key. */
const customersContext = (graphql: GraphqlContext, clientSecret: string): Context =>
  withClientSecret(readingContext(graphql, null, ['publishable_key']), clientSecret);

@Resolver()
export class PaymentOfferQueries {
  @Query(() => PaymentMethodOffer, {
    description:
      'What the payment of a client secret can be paid with: the methods, types, card networks and issuers that some connector account of its profile would take now, and what each requires. What is listed is not refused for want of an account when it is confirmed with the same details. Takes a publishable key.',
    complexity: 20,
  })
  paymentMethodOffer(
    @clientSecretArgument clientSecret: string,
    @Ctx() graphql: GraphqlContext,
  ): Promise<PaymentMethodOffer> {
    return offerPaymentMethods(customersContext(graphql, clientSecret), clientSecret);
  }

  @Query(() => CustomerPaymentMethods, {
    description:
      "The saved payment methods of the customer of a client secret's payment that some connector account of its profile would take now. Each has a `paymentToken` to confirm with, beside `cardCvc` where `requiresCvv` is true. Takes a publishable key.",
    complexity: 20,
  })
  savedPaymentMethodOffer(
    @clientSecretArgument clientSecret: string,
    @Ctx() graphql: GraphqlContext,
  ): Promise<Row> {
    return offerSavedMethods(customersContext(graphql, clientSecret), clientSecret);
  }
}
