import { Field, InputType, registerEnumType } from 'type-graphql';
import { type DescribedClass, resourceOf } from '../../core/model/index.ts';
import { defaultOrder, type Order } from '../../core/reads/index.ts';

type InputClass = new () => object;

const directions = { ASC: 'asc', DESC: 'desc' } as const;
const DIRECTION_DEFAULT = 'desc';

registerEnumType(directions, {
  name: 'OrderDirection',
  description: 'Sort direction of a list.',
  valuesConfig: {
    ASC: { description: 'Ascending: earliest or smallest first.' },
    DESC: { description: 'Descending: latest or greatest first.' },
  },
});

const orderInputs = new Map<DescribedClass, InputClass>();

/** The sort order input of a resource's lists: its sortable fields, including the default order's. */
export function orderInput(target: DescribedClass): InputClass {
  const known = orderInputs.get(target);
  if (known) return known;
  const resource = resourceOf(target);
  const fields = resource.fields.filter((field) => field.sort || field.name === resource.order);
  const values = Object.fromEntries(fields.map((field) => [field.name.toUpperCase(), field.name]));
  const valuesConfig = Object.fromEntries(
    fields.map((field) => [field.name.toUpperCase(), { description: field.about }]),
  );
  registerEnumType(values, {
    name: `${target.name}OrderField`,
    description: 'Sortable fields.',
    valuesConfig,
  });
  const name = `${target.name}Order`;
  const input = { [name]: class {} }[name] as InputClass;
  InputType(name, { description: 'Sort order of a list; ties are broken by identifier.' })(input);
  Field(() => values, { description: 'Field to sort by.' })(input.prototype, 'field');
  // Nullable, because graphql-jit does not apply defaults of fields within variables.
  const options = { description: 'Sort direction.', nullable: true, defaultValue: DIRECTION_DEFAULT };
  Field(() => directions, options)(input.prototype, 'direction');
  orderInputs.set(target, input);
  return input;
}

/** A sort order argument. */
export type OrderValue = Pick<Order, 'field'> & { readonly direction?: Order['direction'] | null };

/** The requested sort order, or the resource's default. */
export function orderOf(target: DescribedClass, requested: OrderValue | null | undefined): Order {
  if (!requested) return defaultOrder(resourceOf(target));
  return { field: requested.field, direction: requested.direction ?? DIRECTION_DEFAULT };
}
