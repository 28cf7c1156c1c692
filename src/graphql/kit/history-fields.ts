import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { Field, ObjectType } from 'type-graphql';
import { Dispute } from '../../core/entities/dispute.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { Refund } from '../../core/entities/refund.ts';
import { machineOf } from '../../core/entities/states/machines.ts';
import { DateTimeScalar, type DescribedClass, fieldOf, resourceOf } from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from './context.ts';
import { CHILD_LIST_ROWS, listCost } from './cost.ts';
import { needsColumns } from './selection.ts';

@ObjectType({ description: 'A step in the history of an object: it took a status.', simpleResolvers: true })
class TimelineEntry {
  @Field(() => String, { nullable: true, description: 'The status it left; null where it began.' })
  fromStatus?: string | null;
  @Field(() => String, { description: 'The status it took.' }) toStatus!: string;
  @Field(() => String, { description: 'What brought it about, such as `confirm` or `connector`.' })
  cause!: string;
  @Field(() => DateTimeScalar, { description: 'When.' }) changedAt!: string;
}

/** The resources that have a history. */
const withHistory: readonly DescribedClass[] = [Payment, Refund, Dispute, Payout];

for (const target of withHistory) {
  const { field } = machineOf(target);
  const status = () => fieldOf(target, field).enumeration!().members;
  Field(() => [TimelineEntry], { description: 'How it came to the status it has, oldest first.' })(
    target.prototype,
    'timeline',
  );
  Field(() => [status()], {
    description: 'The statuses it can go to from the one it has; none where it ended.',
  })(target.prototype, 'nextStates');
  needsColumns(target, 'nextStates', statesNeed(target));
}

/** A status that is final, but for a retry, is left only where a retry is allowed. */
function statesNeed(target: DescribedClass): string[] {
  const { field, machine } = machineOf(target);
  return machine.reopened ? [field, 'manual_retry_allowed'] : [field];
}

function nextStates(target: DescribedClass): (row: Row) => readonly string[] {
  const { field, machine } = machineOf(target);
  const reopened = machine.reopened ?? [];
  return (row) => {
    const status = String(row[field]);
    if (reopened.includes(status) && row.manual_retry_allowed !== true) return [];
    return machine.transitions[status] ?? [];
  };
}

type Resolver = GraphQLFieldResolver<Row, GraphqlContext>;

function timeline(target: DescribedClass): Resolver {
  const { id } = resourceOf(target);
  const objectType = machineOf(target).machine.of;
  return async (row, _args, { loaders }) => {
    const key = { merchantId: row.merchant_id as string, objectType, id: row[id] as string };
    return (await loaders.timeline(key)).map(entryOf);
  };
}

const entryOf = (step: Row) => ({
  fromStatus: step.from_status,
  toStatus: step.to_status,
  cause: step.cause,
  changedAt: step.changed_at,
});

/** Gives the fields that tell of histories their resolvers: plain functions, as all other fields have. */
export function bindHistoryFields(schema: GraphQLSchema): void {
  for (const target of withHistory) {
    const type = schema.getType(target.name);
    if (!isObjectType(type)) continue;
    const fields = type.getFields();
    fields.nextStates!.resolve = nextStates(target) as GraphQLFieldResolver<unknown, unknown>;
    fields.timeline!.resolve = timeline(target) as GraphQLFieldResolver<unknown, unknown>;
    fields.timeline!.extensions = { ...fields.timeline!.extensions, complexity: listCost(CHILD_LIST_ROWS) };
  }
}
