import { Arg, Ctx, Field, Float, ID, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { Dispute } from '../../core/entities/dispute.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { Refund } from '../../core/entities/refund.ts';
import { invalidParameter } from '../../core/foundation/errors.ts';
import { AmountScalar, DateTimeScalar, type DescribedClass } from '../../core/model/index.ts';
import { type Interval, readStats, type StatsRow } from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { conditionsOf, type FilterValue, filterInput } from '../kit/filter-inputs.ts';

const groupings = {
  STATUS: 'STATUS',
  CONNECTOR: 'CONNECTOR',
  CURRENCY: 'CURRENCY',
  PAYMENT_METHOD: 'PAYMENT_METHOD',
  PROFILE: 'PROFILE',
  ERROR_CODE: 'ERROR_CODE',
} as const;
type Grouping = keyof typeof groupings;

const intervals = { HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const;

registerEnumType(groupings, {
  name: 'StatsGrouping',
  description: 'Dimensions that statistics are grouped by.',
  valuesConfig: {
    STATUS: { description: 'Lifecycle status.' },
    CONNECTOR: { description: 'Name of the connector.' },
    CURRENCY: { description: 'Currency of the amounts; always a dimension.' },
    PAYMENT_METHOD: { description: 'Payment method of payments; payout type of payouts.' },
    PROFILE: { description: 'Business profile.' },
    ERROR_CODE: { description: "The connector's error code." },
  },
});
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

@ObjectType({ description: 'Statistics of the objects that share the values of all dimensions.' })
class StatsGroup {
  @Field(() => String, { description: 'Currency; amounts are never summed across currencies.' })
  currency!: string;
  @Field(() => String, { nullable: true, description: 'Status, if grouped by it.' }) status?: string | null;
  @Field(() => String, { nullable: true, description: 'Connector, if grouped by it.' }) connector?:
    | string
    | null;
  @Field(() => String, { nullable: true, description: 'Payment method or payout type, if grouped by it.' })
  paymentMethod?: string | null;
  @Field(() => ID, { nullable: true, description: 'Business profile, if grouped by it.' }) profileId?:
    | string
    | null;
  @Field(() => String, { nullable: true, description: 'Error code, if grouped by it.' }) errorCode?:
    | string
    | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Start of the time bucket, if `interval` is set.',
  })
  bucket?: string | null;
  @Field(() => Int, { description: 'Number of objects.' }) count!: number;
  @Field(() => AmountScalar, { description: 'Sum of the amounts, in minor units of the currency.' })
  amount!: number;
  @Field(() => Float, {
    nullable: true,
    description: 'Share of the objects that succeeded, from 0 to 1; null if there are none.',
  })
  successRate?: number | null;
}

/** A resource with statistics: the field of each dimension, and the statuses that count as success. */
interface Countable {
  readonly target: DescribedClass;
  readonly fields: Partial<Record<Grouping, string>>;
  readonly success: { field: string; values: string[] };
}

const shared = { CONNECTOR: 'connector', CURRENCY: 'currency', PROFILE: 'profile_id' } as const;

const payments: Countable = {
  target: Payment,
  fields: { ...shared, STATUS: 'status', PAYMENT_METHOD: 'payment_method', ERROR_CODE: 'error_code' },
  success: {
    field: 'status',
    values: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
  },
};
const refunds: Countable = {
  target: Refund,
  fields: { ...shared, STATUS: 'status', ERROR_CODE: 'error_code' },
  success: { field: 'status', values: ['succeeded'] },
};
const disputes: Countable = {
  target: Dispute,
  fields: { ...shared, STATUS: 'dispute_status' },
  success: { field: 'dispute_status', values: ['dispute_won', 'dispute_cancelled'] },
};
const payouts: Countable = {
  target: Payout,
  fields: { ...shared, STATUS: 'status', PAYMENT_METHOD: 'payout_type', ERROR_CODE: 'error_code' },
  success: { field: 'status', values: ['success'] },
};

/** The arguments of every statistics query. */
interface StatsArguments {
  filter: FilterValue | null;
  groupBy: Grouping[];
  interval: Interval | null;
  timeZone: string;
  merchantId: string | null;
}

function checkedTimeZone(timeZone: string): string {
  try {
    // PostgreSQL reads a bare offset with the POSIX sign: its +02:00 lies west of Greenwich.
    if (/^[+-]/.test(timeZone)) throw new RangeError('Offsets are not supported.');
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw invalidParameter('timeZone', 'timeZone must be an IANA time zone, such as Europe/Berlin.');
  }
}

function present(row: StatsRow, fields: Countable['fields']): StatsGroup {
  const key = (grouping: Grouping) => row.keys[fields[grouping] ?? ''] ?? null;
  return {
    currency: row.keys.currency!,
    status: key('STATUS'),
    connector: key('CONNECTOR'),
    paymentMethod: key('PAYMENT_METHOD'),
    profileId: key('PROFILE'),
    errorCode: key('ERROR_CODE'),
    bucket: row.bucket,
    count: row.count,
    amount: row.amount,
    successRate: row.success_rate,
  };
}

async function count(graphql: GraphqlContext, { target, fields, success }: Countable, args: StatsArguments) {
  const groupBy = args.groupBy.map((grouping) => {
    const field = fields[grouping];
    if (field === undefined)
      throw invalidParameter('groupBy', `${target.name}s cannot be grouped by ${grouping}.`);
    return field;
  });
  const rows = await readStats(readingContext(graphql, args.merchantId), target, {
    where: conditionsOf(target, args.filter),
    groupBy,
    interval: args.interval,
    timeZone: checkedTimeZone(args.timeZone),
    success,
  });
  return rows.map((row) => present(row, fields));
}

/** The resolver of one resource's statistics query. */
function statsQuery(name: string, countable: Countable): new () => object {
  const filter = filterInput(countable.target);

  @Resolver()
  class Stats {
    @Query(() => [StatsGroup], {
      name,
      description:
        'Counts, sums and success rates per dimension and time bucket. Empty buckets are filled with zeroes.',
      complexity: 500,
    })
    stats(
      @Ctx() graphql: GraphqlContext,
      @Arg('filter', () => filter, { nullable: true, description: 'Conditions, combined with AND.' })
      conditions: FilterValue | null,
      @Arg('groupBy', () => [groupings], {
        defaultValue: [],
        description: 'Dimensions in addition to the currency.',
      })
      groupBy: Grouping[],
      @Arg('interval', () => intervals, {
        nullable: true,
        description: 'Length of the time buckets. Default: a single total.',
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
      return count(graphql, countable, {
        filter: conditions,
        groupBy,
        interval: interval ?? null,
        timeZone,
        merchantId,
      });
    }
  }
  return Stats;
}

export const StatsQueries = [
  statsQuery('paymentStats', payments),
  statsQuery('refundStats', refunds),
  statsQuery('payoutStats', payouts),
  statsQuery('disputeStats', disputes),
];
