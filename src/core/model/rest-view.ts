import { type DescribedClass, type FieldDescription, fieldsOf, isList } from './description.ts';

/** Where something is shown: as a list's entry, on its own, inside something else, or in an event. */
export type RestView = 'list' | 'single' | 'plain' | 'event';

type Row = Record<string, unknown>;
type Presenter = (row: Row) => Row;

/** Makes something of a class and a view on first use and keeps it. */
function oncePerView<Made>(make: (target: DescribedClass, view: RestView) => Made) {
  const made = new WeakMap<DescribedClass, Map<RestView, Made>>();
  return (target: DescribedClass, view: RestView): Made => {
    const views = made.get(target) ?? new Map<RestView, Made>();
    const known = views.get(view);
    if (known !== undefined) return known;
    const fresh = make(target, view);
    made.set(target, views.set(view, fresh));
    return fresh;
  };
}

/** The fields that REST shows of a class in a view, in the order they are described. */
export const restFields = oncePerView((target, view): readonly FieldDescription[] =>
  fieldsOf(target).filter(({ event, kind, visibility = 'everywhere' }) => {
    const also = visibility === view || (view === 'event' && event === true);
    return kind !== 'reference' && (visibility === 'everywhere' || also);
  }),
);

/** Whether a view has a field without ever saying what is in it. */
export const isWithheld = (field: FieldDescription, view: RestView): boolean =>
  view === 'event' && field.credential === true;

/** The names of those fields: the columns and lists that a row needs in order to be shown. */
export const restNames = oncePerView((target, view): readonly string[] =>
  restFields(target, view).map((field) => field.name),
);

/** Presents a nested object; its presenter is looked up when first needed, as classes may refer in a ring. */
function presentNested(field: FieldDescription): (value: unknown) => unknown {
  let present: Presenter | undefined;
  return (value) => {
    if (value === null || typeof value !== 'object') return null;
    present ??= presenterOf(field.of!(), 'plain');
    return present(value as Row);
  };
}

/** How one field's value is shown; undefined where it is shown as it is. */
function presentationOf(field: FieldDescription): ((value: unknown) => unknown) | undefined {
  switch (field.kind) {
    case 'timestamp':
      return (value) => (value instanceof Date ? value.toISOString() : (value ?? null));
    case 'object':
      return presentNested(field);
    case 'object_list':
    case 'children': {
      const present = presentNested(field);
      return (value) => (Array.isArray(value) ? value.map(present) : []);
    }
    case 'json_encoded_list':
      return (value) => (value === null || value === undefined ? null : JSON.stringify(value));
    default:
      return isList(field) ? (value) => value ?? [] : undefined;
  }
}

/** Lets no ciphertext out: a sealed column that nobody opened is a mistake of the code that read it. */
function opened(target: DescribedClass, field: FieldDescription) {
  const present = presentationOf(field);
  return (value: unknown) => {
    if (value instanceof Uint8Array) throw new Error(`${target.name}.${field.name} is still sealed.`);
    return present ? present(value) : (value ?? null);
  };
}

const presenterOf = oncePerView((target, view): Presenter => {
  const fields = restFields(target, view);
  const members = fields.map((field) => ({
    name: field.name,
    present: isWithheld(field, view)
      ? () => null
      : field.encrypted
        ? opened(target, field)
        : presentationOf(field),
  }));
  // Copying an object that has all names already is faster than adding a hundred names one by one.
  const blank: Row = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null]))));
  return (row) => {
    const shown = { ...blank };
    for (const { name, present } of members) {
      shown[name] = present ? present(row[name]) : (row[name] ?? null);
    }
    return shown;
  };
});

/**
 * A row or entity as REST shows it: every field of the view in the described order, `null` when unset, lists
 * `[]` when empty, and nothing else. Sealed columns have to be opened before.
 */
export function restValue(target: DescribedClass, view: RestView, row: object): Record<string, unknown> {
  return presenterOf(target, view)(row as Row);
}
