import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { ConnectorCall } from '../../core/entities/connector-call.ts';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { DateTimeScalar, fieldOf } from '../../core/model/index.ts';
import { connectorAccounts } from '../../core/operations/connector-accounts.ts';
import {
  conditionsOf,
  type FilterValue,
  type Interval,
  readConnectorLatency,
} from '../../core/reads/index.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { comparisonFor, filterInput } from '../kit/filter-inputs.ts';
import { carriesOut } from '../kit/root-fields.ts';
import { checkedTimeZone, comparedOf, intervals } from './stats.ts';

const groupings = { CONNECTOR: 'connector', OPERATION: 'operation' } as const;
type Grouping = (typeof groupings)[keyof typeof groupings];

registerEnumType(groupings, {
  name: 'LatencyGrouping',
  description: "Dimensions that connectors' latency is grouped by.",
  valuesConfig: {
    CONNECTOR: { description: 'Name of the connector.' },
    OPERATION: { description: 'The operation, such as `authorize` or `refund`.' },
  },
});

const filter = filterInput(ConnectorCall, ['created_at', 'connector', 'operation']);
const times = comparisonFor(fieldOf(ConnectorCall, 'created_at'));

@ObjectType({ description: 'How long a connector took to respond to the calls of a group.' })
export class ConnectorLatency {
  @Field(() => String, { nullable: true, description: 'Name of the connector, if grouped by it.' })
  connector!: string | null;
  @Field(() => String, { nullable: true, description: 'Operation, if grouped by it.' })
  operation!: string | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Start of the time bucket, if `interval` is set.',
  })
  bucket!: string | null;
  @Field(() => Boolean, { description: 'Whether the group is of the range of `comparedTo`.' })
  isCompared!: boolean;
  @Field(() => Int, {
    description: 'Number of calls sent. A call that timed out counts with the deadline as its duration.',
  })
  count!: number;
  @Field(() => Int, { description: 'Mean duration, in milliseconds.' }) meanMs!: number;
  @Field(() => Int, {
    description: 'Half of the calls took no longer, in milliseconds; less than a fifth too high.',
  })
  p50Ms!: number;
  @Field(() => Int, {
    description: '95 of a hundred calls took no longer, in milliseconds; less than a fifth too high.',
  })
  p95Ms!: number;
}

@Resolver()
export class ConnectorLatencyQueries {
  @carriesOut(connectorAccounts.connectorLatency)
  @Query(() => [ConnectorLatency], { complexity: 500 })
  async connectorLatency(
    @Ctx() graphql: GraphqlContext,
    @Arg('filter', () => filter, {
      nullable: true,
      description: 'Conditions, combined with AND. `createdAt` takes one range, outside of `or` and `not`.',
    })
    conditions: FilterValue | null,
    @Arg('comparedTo', () => times, {
      nullable: true,
      description:
        'A second range of `createdAt` to compare with: its groups are returned as well, with `isCompared` true. Not with an interval.',
    })
    comparedTo: FilterValue | null,
    @Arg('groupBy', () => [groupings], { defaultValue: ['connector'], description: 'Dimensions.' })
    groupBy: Grouping[],
    @Arg('interval', () => intervals, {
      nullable: true,
      description: 'Length of the time buckets. Default: one for all.',
    })
    interval: Interval | null,
    @Arg('timeZone', () => String, { defaultValue: 'UTC', description: 'IANA time zone of the buckets.' })
    timeZone: string,
    @Arg('merchantId', () => ID, {
      nullable: true,
      description: 'With the admin API key: restricts the query to this merchant. Default: all merchants.',
    })
    merchantId: string | null,
  ): Promise<ConnectorLatency[]> {
    const ctx = readingContext(graphql, merchantId);
    requireAccess(ctx, connectorAccounts.connectorLatency);
    const rows = await readConnectorLatency(ctx, {
      where: conditionsOf(ConnectorCall, conditions),
      groupBy,
      interval: interval ?? null,
      comparedTo: comparedOf(ConnectorCall, comparedTo ?? null, interval ?? null),
      timeZone: checkedTimeZone(timeZone),
    });
    return rows.map(({ connector, is_compared: isCompared, mean, operation, p50, p95, ...row }) => ({
      ...row,
      isCompared,
      connector: connector ?? null,
      operation: operation ?? null,
      meanMs: mean,
      p50Ms: p50,
      p95Ms: p95,
    }));
  }
}
