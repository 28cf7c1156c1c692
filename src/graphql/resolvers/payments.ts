import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Capture } from '../../core/entities/capture.ts';
import { Payment } from '../../core/entities/payment.ts';
import { checkout } from '../../core/operations/checkout.ts';
import { payments } from '../../core/operations/payments.ts';
import { authorizeCustomer } from '../../core/payments/customer/customer-access.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';
import { queryOf } from '../kit/read-query.ts';
import { NextStates, nextStates, Timeline, timelineEntries } from '../kit/status-history.ts';

/**
 * The nested objects and lists of a payment. The statement that read a page also read its lists. For other payments, the
 * loaders read all lists in one statement.
 */
@Resolver(() => Payment)
class PaymentFields {
  @FieldResolver()
  refunds(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.refunds(payment, info);
  }

  @FieldResolver()
  disputes(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.disputes(payment, info);
  }

  @FieldResolver()
  attempts(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.attempts(payment, info);
  }

  @FieldResolver()
  captures(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.captures(payment, info);
  }

  @FieldResolver()
  events(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.paymentEvents(payment, info);
  }

  @FieldResolver()
  mandate(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.mandate(payment, info);
  }

  @FieldResolver({ name: 'customer' })
  customer_record(
    @Root() payment: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.customer(payment, info);
  }

  @FieldResolver()
  profile(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(payment, info);
  }

  @FieldResolver({ name: 'connectorAccount' })
  connector_account(
    @Root() payment: Row,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return loaders.connectorAccount(payment, info);
  }

  @Timeline()
  timeline(@Root() payment: Row, @Ctx() { loaders }: GraphqlContext) {
    return timelineEntries(loaders.timeline(Payment, payment));
  }

  @NextStates(Payment)
  nextStates(@Root() payment: Row) {
    return nextStates(Payment, payment);
  }
}

@Resolver(() => Capture)
class CaptureFields {
  @FieldResolver()
  payment(@Root() capture: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.payment(capture, info);
  }

  @FieldResolver()
  attempt(@Root() capture: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.authorizedAttempt(capture, info);
  }
}

export const paymentResolvers = [
  ...queriesFor(payments.retrievePayment, payments.listAllPayments, {
    customer: {
      own: ({ paymentId }) => ({ field: 'payment_id', value: paymentId }),
      authorize: authorizeCustomer,
    },
  }),
  PaymentFields,
  ...queriesFor(payments.retrieveCapture, payments.listCaptures),
  CaptureFields,
  queryOf(payments.retrieveExtendedCardInfo, { abouts: ['The payment.'], complexity: 5 }),
  mutationOf(payments.createPayment),
  mutationOf(payments.updatePayment),
  mutationOf(payments.confirmPayment),
  mutationOf(payments.capturePayment),
  mutationOf(payments.incrementAuthorization),
  mutationOf(payments.cancelPayment),
  mutationOf(payments.cancelPaymentRetry),
  mutationOf(payments.approvePayment),
  mutationOf(payments.rejectPayment),
  mutationOf(payments.mailPaymentLink),
  mutationOf(checkout.createSessionTokens, { creates: false }),
  mutationOf(checkout.openWallets, { creates: false, payloadField: 'opened' }),
  mutationOf(checkout.checkEligibility, { creates: false, payloadField: 'eligibility' }),
  mutationOf(checkout.checkGiftCardBalance, { creates: false }),
  mutationOf(checkout.startApplePay, { creates: false, payloadField: 'session' }),
  mutationOf(checkout.authenticatePayment, { payloadField: 'authentication' }),
];
