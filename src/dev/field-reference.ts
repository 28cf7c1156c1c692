import {
  allEnumerations,
  allInputs,
  allResources,
  allValueObjects,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  type Inertia,
  inertSentence,
} from '../core/model/index.ts';

interface Place {
  /** Such as `Payment.payment_method_data.card`. */
  readonly path: string;
  readonly field: FieldDescription;
}

const isNested = ({ kind }: FieldDescription) =>
  kind === 'object' || kind === 'object_list' || kind === 'json_encoded_list';

/** Every field of a resource in either API, including nested objects'. */
function placesOf(target: DescribedClass, path: string, seen: ReadonlySet<DescribedClass>): Place[] {
  return fieldsOf(target)
    .filter(({ kind }) => kind !== 'children' && kind !== 'reference')
    .flatMap((field) => {
      const place = { path: `${path}.${field.name}`, field };
      const nested = isNested(field) ? field.of!() : undefined;
      if (!nested || field.inert || seen.has(nested)) return [place];
      return [place, ...placesOf(nested, place.path, new Set([...seen, nested]))];
    });
}

/** Whether an object has another within it, at any depth. */
function isWithin(target: DescribedClass, sought: DescribedClass, seen = new Set<DescribedClass>()): boolean {
  if (seen.has(target)) return false;
  seen.add(target);
  return fieldsOf(target).some((field) => {
    const nested = isNested(field) ? field.of!() : undefined;
    return nested !== undefined && (nested === sought || isWithin(nested, sought, seen));
  });
}

/** The column of each kind of field without effect. */
const columns: Readonly<Record<Inertia, string>> = {
  kept: 'Stored, not used yet',
  ignored: 'Validated, not used yet',
  never_set: 'Reserved',
  accepted_nowhere: 'Accepted nowhere yet',
};
const kinds = Object.keys(columns) as Inertia[];

const rowOf = (name: string, places: readonly Place[]): string => {
  const inert = kinds.map((kind) => places.filter(({ field }) => field.inert === kind).length);
  const used = places.length - inert.reduce((sum, count) => sum + count, 0);
  return `| ${name} | ${used} | ${inert.join(' | ')} |`;
};

/** The reference of fields and values without effect, docs/fields.md. */
export function fieldReference(): string {
  const objects = allResources().map(({ target }) => ({
    name: target.name,
    places: placesOf(target, target.name, new Set()),
  }));
  // Ignored parameters that no resource stores. GraphQL makes an `…Input` of each.
  const ignored = allInputs()
    .filter(({ name }) => !name.endsWith('Input'))
    .flatMap((target) => placesOf(target, target.name, new Set()))
    .filter(({ field }) => field.inert === 'ignored');
  // What answers consist of besides resources, each object by its own name.
  const others = allValueObjects()
    .filter((target) => !allResources().some((resource) => isWithin(resource.target, target)))
    .flatMap((target) => fieldsOf(target).map((field) => ({ path: `${target.name}.${field.name}`, field })));
  const rows = [
    ...objects,
    { name: 'Other objects', places: others },
    { name: 'Parameters', places: ignored },
  ];
  const all = rows.flatMap(({ places }) => places);
  const counts = [...rows.map(({ name, places }) => rowOf(name, places)), rowOf('**All**', all)];
  const inert = all
    .filter(({ field }) => field.inert)
    .map(
      ({ field, path }) =>
        `| \`${path}\` | ${[inertSentence(field), field.because].filter(Boolean).join(' ')} |`,
    );
  const values = allEnumerations().flatMap(({ name, unreached }) =>
    unreached.map((value) => `| \`${name}\` | \`${value}\` |`),
  );
  return `# Fields and values without effect

Generated from the \`inert\` flags in src/core/entities/ by \`npm run emit\`. The descriptions of these fields in GraphQL
and OpenAPI end with the same sentence. An object without effect stands for all its members.

| Object | Acts | ${kinds.map((kind) => columns[kind]).join(' | ')} |
|---|--:|${kinds.map(() => '--:|').join('')}
${counts.join('\n')}

| Field | |
|---|---|
${inert.join('\n')}

Statuses and event types that nothing leads to yet. Filters take them, and find nothing:

| Enumeration | Value |
|---|---|
${values.join('\n')}
`;
}
