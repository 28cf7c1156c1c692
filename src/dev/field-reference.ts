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
  OPEN_VALUE_MAX,
} from '../core/model/index.ts';
import { addedFields, type RestView, restFields } from '../core/model/rest-view.ts';
import { specifiedOperations } from '../rest/operations.ts';

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

/** The members of the REST answers of the specification's operations that the specification does not have, in a class. */
function addedTo(target: DescribedClass, seen: Set<DescribedClass>): string[] {
  if (seen.has(target)) return [];
  seen.add(target);
  const rows = addedFields(target).map(
    ({ about, name, onlyIfSet }) =>
      `| \`${target.name}\` | \`${name}\` | ${about.replace(/\s+/g, ' ')} | ${onlyIfSet} |`,
  );
  const nested = ['list', 'single'].flatMap((view) =>
    restFields(target, view as RestView).flatMap((field) => (field.of ? addedTo(field.of(), seen) : [])),
  );
  return [...rows, ...nested];
}

function membersBeyond(): string {
  const seen = new Set<DescribedClass>();
  return specifiedOperations.flatMap(({ response }) => addedTo(response.target, seen)).join('\n');
}

/** Fields without effect: of resources, of other objects that responses consist of, and of ignored parameters. */
function inertRows() {
  const objects = allResources().map(({ target }) => ({
    name: target.name,
    places: placesOf(target, target.name, new Set()),
  }));
  // Ignored parameters that no resource stores. GraphQL makes an `…Input` of each.
  const ignored = allInputs()
    .filter(({ name }) => !name.endsWith('Input'))
    .flatMap((target) => placesOf(target, target.name, new Set()))
    .filter(({ field }) => field.inert === 'ignored');
  const others = allValueObjects()
    .filter((target) => !allResources().some((resource) => isWithin(resource.target, target)))
    .flatMap((target) => fieldsOf(target).map((field) => ({ path: `${target.name}.${field.name}`, field })));
  return [...objects, { name: 'Other objects', places: others }, { name: 'Parameters', places: ignored }];
}

/** The reference of fields and values without effect, and of members beyond the specification: docs/fields.md. */
export function fieldReference(): string {
  const rows = inertRows();
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
  const open = allEnumerations()
    .filter((one) => one.open)
    .map((one) => `| \`${one.name}\` | ${one.values.map((value) => `\`${value}\``).join(', ')} |`);
  return `# Fields and values without effect, open enumerations, members beyond the specification

## Without effect

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

## Open enumerations

Nothing in the service decides by these values, or connectors do: any text of up to ${OPEN_VALUE_MAX} characters is taken, stored and
shown. In GraphQL they are of type \`String\`. Every other enumeration is closed, and a refusal lists its values.

| Enumeration | Known values |
|---|---|
${open.join('\n')}

## Members beyond the specification

Generated from \`onlyIfSet\` of the fields. The REST answers of the specification's nineteen operations, and the objects of
events, have these members besides, and no others. Each is there only if it has a value.

| Object | Member | | Why |
|---|---|---|---|
${membersBeyond()}
`;
}
