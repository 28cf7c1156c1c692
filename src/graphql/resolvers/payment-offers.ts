import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../core/foundation/context.ts';
import { withClientSecret } from '../../core/foundation/permissions.ts';
import { offerPaymentMethods } from '../../core/offers/offer-payment-methods.ts';
import { offerSavedMethods } from '../../core/offers/offer-saved-methods.ts';
import { PaymentMethodOffer } from '../../core/offers/payment-method-offer.ts';
import { checkout } from '../../core/operations/checkout.ts';
import { CustomerPaymentMethods } from '../../core/payment-methods/customer-payment-method.ts';
import type { Row } from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { carriesOut } from '../kit/root-fields.ts';

const clientSecretArgument = Arg('clientSecret', () => String, {
  description: "The payment's client secret.",
});

/** The context of a payment's customer, who has a publishable key. */
const customersContext = (graphql: GraphqlContext, clientSecret: string): Context =>
  withClientSecret(readingContext(graphql, null, checkout.offerPaymentMethods.keys), clientSecret);

@Resolver()
export class PaymentOfferQueries {
  @carriesOut(checkout.offerPaymentMethods)
  @Query(() => PaymentMethodOffer, { complexity: 20 })
  paymentMethodOffer(
    @clientSecretArgument clientSecret: string,
    @Ctx() graphql: GraphqlContext,
  ): Promise<PaymentMethodOffer> {
    return offerPaymentMethods(customersContext(graphql, clientSecret), clientSecret);
  }

  @carriesOut(checkout.offerSavedMethods)
  @Query(() => CustomerPaymentMethods, { complexity: 20 })
  savedPaymentMethodOffer(
    @clientSecretArgument clientSecret: string,
    @Ctx() graphql: GraphqlContext,
  ): Promise<Row> {
    return offerSavedMethods(customersContext(graphql, clientSecret), clientSecret);
  }
}
