import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root, registerEnumType } from 'type-graphql';
import type { AccountKey } from '../../core/connector-calls/call-connector.ts';
import type { CallCounts } from '../../core/connector-calls/recent-calls.ts';
import type { Circuit } from '../../core/foundation/ports/connector.ts';
import { DateTimeScalar } from '../../core/model/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { objectCost } from '../kit/limits.ts';

// Compiled operations do not serialize enums: each value must equal its name.
const circuitStates = { CLOSED: 'CLOSED', OPEN: 'OPEN', HALF_OPEN: 'HALF_OPEN' } as const;

registerEnumType(circuitStates, {
  name: 'CircuitState',
  description: 'Whether calls to a connector account are sent.',
  valuesConfig: {
    CLOSED: { description: 'They are.' },
    OPEN: {
      description:
        'The account failed several times in a row or mostly timed out: calls fail without being sent, and routing prefers other accounts.',
    },
    HALF_OPEN: {
      description:
        'The pause is over: one call probes the account, or the next will. Its success closes the circuit.',
    },
  },
});

@ObjectType({
  description: 'Outcomes of the calls of the last hour to a connector account, made by any process.',
  simpleResolvers: true,
})
class ConnectorCallCounts implements CallCounts {
  @Field(() => Int, {
    description:
      'Number of calls, among the latest 5,000 of the merchant account: payments, captures, refunds, payouts and fraud checks.',
  })
  calls!: number;
  @Field(() => Int, {
    description:
      'Calls that did not reach the connector, or whose connection broke. A decline is no failure.',
  })
  failures!: number;
  @Field(() => Int, { description: 'Calls that got no answer before the deadline.' }) timeouts!: number;
}

@ObjectType({ description: 'Whether a connector account can be reached.', simpleResolvers: true })
export class ConnectorHealth {
  readonly account!: AccountKey;
  @Field(() => circuitStates, {
    description:
      'State of the circuit breaker in the process that answers. Each process has its own, which opens by the calls that it makes.',
  })
  circuit!: Circuit['state'];
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the circuit came into this state; null if it never opened in the process that answers.',
  })
  circuitSince!: string | null;
}

@Resolver(() => ConnectorHealth)
export class ConnectorHealthFields {
  @FieldResolver(() => ConnectorCallCounts, {
    description: 'Outcomes of the calls of the last hour, made by any process.',
    complexity: objectCost,
  })
  lastHour(@Root() { account }: ConnectorHealth, @Ctx() { loaders }: GraphqlContext): Promise<CallCounts> {
    return loaders.recentCalls(account);
  }
}
