import { Field, InputType, registerEnumType } from 'type-graphql';
import { type DescribedClass, type FieldDescription, resourceOf } from '../../core/model/index.ts';
import { defaultOrder, type Order } from '../../core/reads/index.ts';

type InputClass = new () => object;

const directions = { ASC: 'asc', DESC: 'desc' } as const;
const DIRECTION_DEFAULT = 'desc';

registerEnumType(directions, {
  name: 'OrderDirection',
  description: 'Which end a list starts from.',
  valuesConfig: {
    ASC: { description: 'Earliest, or smallest, first.' },
    DESC: { description: 'Latest, or greatest, first.' },
  },
});

/** The fields a resource's lists may be ordered by: those that say so, and the one they are ordered by anyway. */
function orderFields(target: DescribedClass): FieldDescription[] {
  const resource = resourceOf(target);
  return resource.fields.filter((field) => field.sort || field.name === resource.order);
}

const orderInputs = new Map<DescribedClass, InputClass>();

/** The input that orders a resource's lists. */
export function orderInput(target: DescribedClass): InputClass {
  const known = orderInputs.get(target);
  if (known) return known;
  const fields = orderFields(target);
  const values = Object.fromEntries(fields.map((field) => [field.name.toUpperCase(), field.name]));
  const valuesConfig = Object.fromEntries(
    fields.map((field) => [field.name.toUpperCase(), { description: field.about }]),
  );
  registerEnumType(values, {
    name: `${target.name}OrderField`,
    description: 'What a list may be ordered by.',
    valuesConfig,
  });
  const name = `${target.name}Order`;
  const input = { [name]: class {} }[name] as InputClass;
  InputType(name, { description: 'How a list is ordered; identifiers break ties.' })(input);
  Field(() => values, { description: 'What it is ordered by.' })(input.prototype, 'field');
  // Nullable: compiled operations do not know the defaults of fields within variables.
  const from = { description: 'Which end it starts from.', nullable: true, defaultValue: DIRECTION_DEFAULT };
  Field(() => directions, from)(input.prototype, 'direction');
  orderInputs.set(target, input);
  return input;
}

/** An order as it arrives. */
export type OrderValue = Pick<Order, 'field'> & { readonly direction?: Order['direction'] | null };

/** The order that is asked for, or the resource's own. */
export function orderOf(target: DescribedClass, given: OrderValue | null | undefined): Order {
  if (!given) return defaultOrder(resourceOf(target));
  return { field: given.field, direction: given.direction ?? DIRECTION_DEFAULT };
}
