import { Field, FieldResolver, ObjectType } from 'type-graphql';
import { machineOf } from '../../core/entities/states/machines.ts';
import { DateTimeScalar, type DescribedClass, fieldOf } from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import { CHILD_LIST_ROWS, listCost } from './limits.ts';
import { needsColumns } from './selection.ts';

@ObjectType({ description: 'A status change of an object.', simpleResolvers: true })
class TimelineEntry {
  @Field(() => String, { nullable: true, description: 'Previous status; null for the initial one.' })
  fromStatus?: string | null;
  @Field(() => String, { description: 'New status.' }) toStatus!: string;
  @Field(() => String, { description: 'The cause of the change, such as `confirm` or `connector`.' })
  cause!: string;
  @Field(() => DateTimeScalar, { description: 'When the status changed.' }) changedAt!: string;
}

/** Declares the `timeline` field of a resource that has a state machine. */
export const Timeline = () =>
  FieldResolver(() => [TimelineEntry], {
    description: 'Status changes, oldest first.',
    complexity: listCost(CHILD_LIST_ROWS),
  });

export async function timelineEntries(changes: Promise<Row[]>): Promise<TimelineEntry[]> {
  return (await changes).map(
    (change) =>
      ({
        fromStatus: change.from_status,
        toStatus: change.to_status,
        cause: change.cause,
        changedAt: change.changed_at,
      }) as TimelineEntry,
  );
}

/** Declares the `nextStates` field of a resource that has a state machine. */
export function NextStates(target: DescribedClass): MethodDecorator {
  const { field, machine } = machineOf(target);
  // A failed object may be reopened only where a manual retry is allowed.
  needsColumns(target, 'nextStates', machine.reopened ? [field, 'manual_retry_allowed'] : [field]);
  return FieldResolver(() => [fieldOf(target, field).enumeration!().members as never], {
    description: 'Statuses it can move to next; empty if the current one is final.',
  });
}

/** The statuses that a row may move to. */
export function nextStates(target: DescribedClass, row: Row): readonly string[] {
  const { field, machine } = machineOf(target);
  const status = String(row[field]);
  if (machine.reopened?.includes(status) && row.manual_retry_allowed !== true) return [];
  return machine.transitions[status] ?? [];
}
