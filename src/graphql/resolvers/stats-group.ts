import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AmountScalar, DateTimeScalar } from '../../core/model/index.ts';
import { FeeSum } from '../../core/payments/capture/payment-sums.ts';

/** The field of {@link StatsGroup} that holds each dimension's value. */
export const dimensionFields = {
  STATUS: 'status',
  CONNECTOR: 'connector',
  CONNECTOR_ACCOUNT: 'merchantConnectorId',
  CURRENCY: 'currency',
  PAYMENT_METHOD: 'paymentMethod',
  PAYMENT_METHOD_TYPE: 'paymentMethodType',
  PROFILE: 'profileId',
  ERROR_CODE: 'errorCode',
  ISSUER_ERROR_CODE: 'issuerErrorCode',
  UNIFIED_CODE: 'unifiedCode',
  CARD_NETWORK: 'cardNetwork',
  CARD_ISSUER: 'cardIssuer',
  BILLING_COUNTRY: 'billingCountry',
  AUTHENTICATION_TYPE: 'authenticationType',
  FIRST_ATTEMPT_FAILED: 'firstAttemptFailed',
} as const satisfies Record<string, keyof StatsGroup>;

export type Grouping = keyof typeof dimensionFields;
export const groupings = Object.fromEntries(Object.keys(dimensionFields).map((name) => [name, name])) as {
  [Name in Grouping]: Name;
};

registerEnumType(groupings, {
  name: 'StatsGrouping',
  description: 'Dimensions that statistics are grouped by.',
  valuesConfig: {
    STATUS: { description: 'Lifecycle status.' },
    CONNECTOR: {
      description: "Name of the connector: of an attempt its own, of a payment its latest attempt's.",
    },
    CONNECTOR_ACCOUNT: { description: 'Connector account that the attempt was sent to; of attempts only.' },
    CURRENCY: { description: 'Currency of the amounts; always a dimension.' },
    PAYMENT_METHOD: {
      description:
        'Payment method of the payment, also for its refunds and disputes; payout type for payouts.',
    },
    PAYMENT_METHOD_TYPE: { description: 'Payment method subtype, such as `credit`; of attempts only.' },
    PROFILE: { description: 'Business profile.' },
    ERROR_CODE: { description: "The connector's error code." },
    ISSUER_ERROR_CODE: { description: "The card issuer's error code, such as `51`; of attempts only." },
    UNIFIED_CODE: { description: 'Connector-independent error code; of attempts only.' },
    CARD_NETWORK: { description: 'Card network, such as `Visa`; of attempts only.' },
    CARD_ISSUER: {
      description:
        'Bank that issued the card; of attempts only. Read from the attempts, which takes longer for many.',
    },
    BILLING_COUNTRY: { description: 'Country of the billing address; of attempts only.' },
    AUTHENTICATION_TYPE: { description: 'Whether 3-D Secure was requested; of attempts only.' },
    FIRST_ATTEMPT_FAILED: {
      description:
        'Whether the first attempt failed; only for payments. A payment that succeeded all the same was won by a retry.',
    },
  },
});

/** A dimension's value, if it was selected. */
type Key = string | null;
/** A sum that only some objects have. */
type Sum = number | null;

@ObjectType({ description: 'Statistics of the objects that share the values of all dimensions.' })
export class StatsGroup {
  @Field(() => String, { description: 'Currency; amounts are never summed across currencies.' })
  currency!: string;
  @Field(() => String, { nullable: true, description: 'Status, if grouped by it.' }) status!: Key;
  @Field(() => String, { nullable: true, description: 'Connector, if grouped by it.' }) connector!: Key;
  @Field(() => ID, { nullable: true, description: 'Connector account, if grouped by it.' })
  merchantConnectorId!: Key;
  @Field(() => String, { nullable: true, description: 'Payment method or payout type, if grouped by it.' })
  paymentMethod!: Key;
  @Field(() => String, { nullable: true, description: 'Payment method subtype, if grouped by it.' })
  paymentMethodType!: Key;
  @Field(() => ID, { nullable: true, description: 'Business profile, if grouped by it.' }) profileId!: Key;
  @Field(() => String, { nullable: true, description: 'Error code, if grouped by it.' }) errorCode!: Key;
  @Field(() => String, { nullable: true, description: "The card issuer's error code, if grouped by it." })
  issuerErrorCode!: Key;
  @Field(() => String, { nullable: true, description: 'Connector-independent error code, if grouped by it.' })
  unifiedCode!: Key;
  @Field(() => String, { nullable: true, description: 'Card network, if grouped by it.' }) cardNetwork!: Key;
  @Field(() => String, { nullable: true, description: 'Bank that issued the card, if grouped by it.' })
  cardIssuer!: Key;
  @Field(() => String, {
    nullable: true,
    description: 'Two-letter ISO 3166 country code of the billing address, if grouped by it.',
  })
  billingCountry!: Key;
  @Field(() => String, {
    nullable: true,
    description: '`three_ds` or `no_three_ds`, if grouped by authentication type.',
  })
  authenticationType!: Key;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the first attempt of the payments failed, if grouped by it.',
  })
  firstAttemptFailed!: boolean | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Start of the time bucket, if `interval` is set.',
  })
  bucket!: string | null;
  @Field(() => Boolean, { description: 'Whether the group is of the range of `comparedTo`.' })
  isCompared!: boolean;
  @Field(() => Int, { description: 'Number of objects, in any status.' }) count!: number;
  @Field(() => Int, {
    description: 'Number of objects that succeeded. The description of the query defines success.',
  })
  succeededCount!: number;
  @Field(() => Int, {
    description: 'Number of objects that failed. The description of the query defines failure.',
  })
  failedCount!: number;
  @Field(() => AmountScalar, { description: 'Sum of the amounts, in minor units of the currency.' })
  amount!: number;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Sum of `netAmount`, in minor units: with shipping, taxes and surcharges, in any status. Read from the payments themselves, which takes longer for many. Null but for payments.',
  })
  netAmount!: Sum;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Sum authorized and not released, in minor units: captured, or still capturable. Null but for payments.',
  })
  amountAuthorized!: Sum;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Sum captured, in minor units: the `amountReceived` of the payments. Refunds do not reduce it. Null but for payments.',
  })
  amountCaptured!: Sum;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Sum of the refunds of the payments, whenever they were made, except failed ones, in minor units. Null but for payments.',
  })
  amountRefunded!: Sum;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Amount left after refunds and disputes, in minor units: the captured sum less the refunded and disputed sums. A dispute counts from stage `dispute` on, unless it was won or cancelled. Only for payments; null otherwise.',
  })
  amountNet!: Sum;
  @Field(() => [FeeSum], {
    nullable: true,
    description:
      'Sums of the fees that connectors reported for the payments, by the currency of the fees; empty without fees. A payment with fees in several currencies is in no sum. The sums are read from each payment, which takes longer for many. Only for payments; null otherwise.',
  })
  fees!: readonly FeeSum[] | null;
  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Sum of `net`, in minor units: the amount left after refunds, disputes and fees, over the payments with a fee in their own currency. Null without such a payment, and for other objects.',
  })
  netOfFees!: Sum;
  @Field(() => Int, {
    nullable: true,
    description: 'Number of payments that `netOfFees` is summed over. Null but for payments.',
  })
  netOfFeesCount!: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Succeeded ÷ decided (succeeded and failed), from 0 to 1; null if none is decided.',
  })
  successRate!: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Succeeded ÷ all, including undecided objects, from 0 to 1; null without objects.',
  })
  conversionRate!: number | null;
}
