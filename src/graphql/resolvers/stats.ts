import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver, registerEnumType } from 'type-graphql';
import { Attempt } from '../../core/entities/attempt.ts';
import { Dispute } from '../../core/entities/dispute.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { Refund } from '../../core/entities/refund.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { type DescribedClass, fieldOf, graphqlName, nounOf, resourceOf } from '../../core/model/index.ts';
import type { OperationDescription } from '../../core/operations/operation.ts';
import { statistics } from '../../core/operations/statistics.ts';
import {
  paymentDecision,
  readStatsWithFees,
  type SummedFees,
} from '../../core/payments/capture/payment-sums.ts';
import {
  type Condition,
  conditionsOf,
  type Decision,
  type FilterValue,
  type Interval,
  readStats,
  requireTimeZone,
  type StatsRequest,
  type StatsRow,
} from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { comparisonFor, filterInput } from '../kit/filter-inputs.ts';
import { registerField } from '../kit/root-fields.ts';
import { selectionOf } from '../kit/selection.ts';
import { attemptFilters } from './attempts.ts';
import { dimensionFields, type Grouping, groupings, StatsGroup } from './stats-group.ts';

export const intervals = { HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const;

registerEnumType(intervals, {
  name: 'StatsInterval',
  description: 'Length of a time bucket.',
  valuesConfig: {
    HOUR: { description: 'An hour, from the full hour.' },
    DAY: { description: 'A day, from midnight in the time zone.' },
    WEEK: { description: 'A week, from Monday.' },
    MONTH: { description: 'A calendar month.' },
  },
});

/** A resource with statistics. */
interface Countable {
  readonly target: DescribedClass;
  /** The field of each dimension. */
  readonly fields: Partial<Record<Grouping, string>>;
  /** Dimensions to filter by, for a resource without lists. */
  readonly filters?: readonly string[];
  readonly decision: Decision;
  /** Amounts to sum besides `amount`. */
  readonly sums?: readonly string[];
}

const commonDimensions = { CONNECTOR: 'connector', CURRENCY: 'currency', PROFILE: 'profile_id' } as const;
const usual = { ...commonDimensions, STATUS: 'status', ERROR_CODE: 'error_code' } as const;

const payments: Countable = {
  target: Payment,
  fields: { ...usual, PAYMENT_METHOD: 'payment_method', FIRST_ATTEMPT_FAILED: 'first_attempt_failed' },
  decision: paymentDecision,
  sums: ['amount_received', 'amount_capturable', 'amount_refunded'],
};
const attemptFields = {
  ...usual,
  CONNECTOR_ACCOUNT: 'merchant_connector_id',
  PAYMENT_METHOD: 'payment_method',
  PAYMENT_METHOD_TYPE: 'payment_method_type',
  UNIFIED_CODE: 'unified_code',
  CARD_NETWORK: 'card_network',
  CARD_ISSUER: 'card_issuer',
  BILLING_COUNTRY: 'billing_country',
  ISSUER_ERROR_CODE: 'issuer_error_code',
  AUTHENTICATION_TYPE: 'authentication_type',
} as const;
const attempts: Countable = {
  target: Attempt,
  fields: attemptFields,
  filters: attemptFilters,
  decision: { field: 'connector_decision', succeeded: ['approved'], failed: ['declined'] },
};
const refunds: Countable = {
  target: Refund,
  fields: { ...usual, PAYMENT_METHOD: 'payment_method' },
  decision: { field: 'status', succeeded: ['succeeded'], failed: ['failed'] },
};
const disputes: Countable = {
  target: Dispute,
  fields: { ...commonDimensions, STATUS: 'dispute_status', PAYMENT_METHOD: 'payment_method' },
  decision: {
    field: 'dispute_status',
    succeeded: ['dispute_won', 'dispute_cancelled'],
    failed: ['dispute_lost', 'dispute_accepted', 'dispute_expired'],
  },
};
const payouts: Countable = {
  target: Payout,
  fields: { ...usual, PAYMENT_METHOD: 'payout_type' },
  decision: { field: 'status', succeeded: ['success'], failed: ['failed', 'ineligible', 'reversed'] },
};

/** The arguments of every statistics query. */
interface StatsArguments {
  filter: FilterValue | null;
  comparedTo: FilterValue | null;
  groupBy: Grouping[];
  interval: Interval | null;
  timeZone: string;
  merchantId: string | null;
}

/** @throws {Problem} `invalid_parameter` for an unknown IANA time zone. */
export const checkedTimeZone = (timeZone: string): string => requireTimeZone('timeZone', timeZone);

/** @param fees The sums of fees; null if nobody asked. */
function present(row: StatsRow, fields: Countable['fields'], fees: SummedFees | null): StatsGroup {
  const keys = Object.entries(dimensionFields).map(([grouping, field]) => {
    const key = row.keys[fields[grouping as Grouping] ?? ''] ?? null;
    return [field, field === 'firstAttemptFailed' && key !== null ? key === 'true' : key];
  });
  const {
    amount,
    amount_capturable: capturable,
    amount_received: captured,
    amount_refunded: refunded,
    amount_disputed: disputed = 0,
    net_amount: netAmount = null,
  } = row.sums;
  const ofPayments = captured !== undefined;
  return {
    ...Object.fromEntries(keys),
    bucket: row.bucket,
    isCompared: row.is_compared,
    count: row.count,
    succeededCount: row.succeeded,
    failedCount: row.failed,
    amount: amount!,
    amountAuthorized: ofPayments ? captured + capturable! : null,
    amountCaptured: captured ?? null,
    amountRefunded: refunded ?? null,
    amountNet: ofPayments ? captured - refunded! - disputed : null,
    netAmount,
    fees: fees?.fees ?? null,
    netOfFees: fees?.net ?? null,
    netOfFeesCount: fees?.net_count ?? null,
    successRate: row.success_rate,
    conversionRate: row.conversion_rate,
  };
}

/** The filter's name of when objects of a resource were created. */
const timeOf = (target: DescribedClass) => graphqlName(fieldOf(target, resourceOf(target).order));

/**
 * The conditions of the argument `comparedTo`.
 *
 * @throws {Problem} `invalid_parameter` together with an interval.
 */
export function comparedOf(
  target: DescribedClass,
  comparedTo: FilterValue | null,
  interval: Interval | null,
): readonly Condition[] | null {
  if (!comparedTo) return null;
  if (interval) throw invalidParameter('comparedTo', 'comparedTo cannot be combined with interval.');
  return conditionsOf(target, { [timeOf(target)]: comparedTo });
}

const asksFor = (info: GraphQLResolveInfo, fields: ReadonlySet<string>): boolean =>
  [...selectionOf(info).keys()].some((name) => fields.has(name));
const feeFields: ReadonlySet<string> = new Set(['fees', 'netOfFees', 'netOfFeesCount']);
/** Sums that are read if they are asked for, by their fields. */
const askedSums: Readonly<Record<string, string>> = { netAmount: 'net_amount', amountNet: 'amount_disputed' };

async function count(
  graphql: GraphqlContext,
  countable: Countable,
  args: StatsArguments,
  info: GraphQLResolveInfo,
) {
  const { decision, fields, sums = [], target } = countable;
  const groupBy = args.groupBy.map((grouping) => {
    const field = fields[grouping];
    if (field !== undefined) return field;
    const known = Object.keys(fields).join(', ');
    const message = `${nounOf(target)} statistics cannot be grouped by ${grouping}, only by ${known}.`;
    throw invalidParameter('groupBy', message);
  });
  const { comparedTo, interval } = args;
  const isPayment = target === Payment;
  const ctx = readingContext(graphql, args.merchantId);
  const request: StatsRequest = {
    where: conditionsOf(target, args.filter),
    groupBy,
    interval,
    comparedTo: comparedOf(target, comparedTo, interval),
    timeZone: checkedTimeZone(args.timeZone),
    decision,
    // In the same statement: else one counts a payment that the other does not.
    sums: [
      'amount',
      ...sums,
      ...(isPayment
        ? Object.keys(askedSums)
            .filter((name) => asksFor(info, new Set([name])))
            .map((name) => askedSums[name]!)
        : []),
    ],
  };
  if (isPayment && asksFor(info, feeFields)) {
    const groups = await readStatsWithFees(ctx, request);
    return groups.map(({ fees, group }) => present(group, fields, fees));
  }
  return (await readStats(ctx, target, request)).map((row) => present(row, fields, null));
}

/** The resolver of one resource's statistics query. */
function statsQuery(name: string, described: OperationDescription, countable: Countable): new () => object {
  const { target } = countable;
  registerField(described, 'Query', name);
  const filter = filterInput(target, countable.filters);
  const times = comparisonFor(fieldOf(target, resourceOf(target).order));

  @Resolver()
  class Stats {
    @Query(() => [StatsGroup], {
      name,
      complexity: 500,
    })
    stats(
      @Ctx() graphql: GraphqlContext,
      @Info() info: GraphQLResolveInfo,
      @Arg('filter', () => filter, { nullable: true, description: 'Conditions, combined with AND.' })
      conditions: FilterValue | null,
      @Arg('comparedTo', () => times, {
        nullable: true,
        description: `A second range of \`${timeOf(target)}\` to compare with: the groups of objects created in it, under the filter's other conditions, are returned as well, with \`isCompared\` true. Not with an interval.`,
      })
      comparedTo: FilterValue | null,
      @Arg('groupBy', () => [groupings], {
        defaultValue: [],
        description: 'Dimensions in addition to the currency.',
      })
      groupBy: Grouping[],
      @Arg('interval', () => intervals, {
        nullable: true,
        description:
          'Length of the time buckets. They fill the range of creation times that the filter names, with zeroes where nothing was created; where that is open, they begin or end with the first or last object. Each combination of values that occurs in the range has a row in every bucket. Default: a single total.',
      })
      interval: Interval | null,
      @Arg('timeZone', () => String, {
        defaultValue: 'UTC',
        description: 'IANA time zone of the buckets.',
      })
      timeZone: string,
      @Arg('merchantId', () => ID, {
        nullable: true,
        description: 'With the admin API key: restricts the query to this merchant. Default: all merchants.',
      })
      merchantId: string | null,
    ): Promise<StatsGroup[]> {
      const args = { filter: conditions, comparedTo: comparedTo ?? null, groupBy, timeZone, merchantId };
      return count(graphql, countable, { ...args, interval: interval ?? null }, info);
    }
  }
  return Stats;
}

export const StatsQueries = [
  statsQuery('paymentStats', statistics.retrievePaymentStats, payments),
  statsQuery('attemptStats', statistics.retrieveAttemptStats, attempts),
  statsQuery('refundStats', statistics.retrieveRefundStats, refunds),
  statsQuery('payoutStats', statistics.retrievePayoutStats, payouts),
  statsQuery('disputeStats', statistics.retrieveDisputeStats, disputes),
];
