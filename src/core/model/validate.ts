import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Problem } from '../foundation/errors.ts';
import { type DescribedClass, type FieldDescription, fieldsByName, type TextFormat } from './description.ts';
import { entryExpectation, expectation } from './expectation.ts';
import { formats, schemaFormats } from './formats.ts';
import { inputSchema, type JsonSchema } from './json-schema.ts';
import { type InputSource, isObject, readObject } from './read-input.ts';
import { separateObjects } from './separate-objects.ts';
import { memberPath, type Spelling, ValidationErrors } from './validation-errors.ts';

// Input is checked in two steps. `readObject` handles the tasks that a JSON Schema cannot do, or not safely: it
// decodes query strings and encoded lists, normalises timestamps, suggests the closest name for an unknown member,
// and bounds depth, bytes and lengths before any costly step. ajv then checks types, formats, ranges, enumerations
// and required members against the JSON Schema that OpenAPI publishes.
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  ownProperties: true,
  allowUnionTypes: true,
  verbose: true,
  // It takes as long as the rest of the compilation, half a second for a payment's input, and does not speed up
  // validation.
  code: { optimize: false },
  // See `separateObjects`.
  inlineRefs: false,
});
for (const name of Object.keys(formats) as TextFormat[]) {
  ajv.addFormat(schemaFormats[name], { type: 'string', validate: formats[name].check });
}
// For code generators only: the schemas define numeric ranges themselves.
ajv.addFormat('int32', true);
ajv.addFormat('int64', true);

/**
 * A validator of a JSON Schema with the named formats. Errors carry the schema that was violated. It is compiled at
 * its first use, because a large schema would delay the start.
 */
export function validatorFor<T>(schema: JsonSchema): () => ValidateFunction<T> {
  let validator: ValidateFunction<T> | undefined;
  return () => {
    validator ??= ajv.compile<T>(schema);
    return validator;
  };
}

const validators = new WeakMap<DescribedClass, ValidateFunction>();

function validatorOf(target: DescribedClass): ValidateFunction {
  const known = validators.get(target);
  if (known) return known;
  const validator = ajv.compile(separateObjects(inputSchema(target)));
  validators.set(target, validator);
  return validator;
}

/** The described location of a schema error. */
interface Location {
  readonly path: string;
  readonly target: DescribedClass | undefined;
  readonly field: FieldDescription | undefined;
  /** True for an entry of the field's list, false for the list itself. */
  readonly entry: boolean;
}

function step(place: Location, segment: string): Location {
  if (place.target) {
    const field = fieldsByName(place.target).get(segment);
    const target = field?.kind === 'object' ? field.of!() : undefined;
    return { path: memberPath(place.path, segment), target, field, entry: false };
  }
  const { field } = place;
  const isEntry = !place.entry && field?.kind.endsWith('_list') === true;
  // The caller chose the names within free-form JSON, so the error is located at its field.
  return isEntry ? { path: `${place.path}[${segment}]`, target: field.of?.(), field, entry: true } : place;
}

/**
 * Reports a union with no matching alternative or with several. Errors of a single alternative are reported
 * separately.
 */
function describeUnion(path: string, { data, schema }: ErrorObject, errors: ValidationErrors): void {
  if (!isObject(data)) return;
  const titles = (schema as { title: string }[]).map(({ title }) => title);
  const tags = titles.filter((title) => title !== 'none' && title !== 'null');
  const given = tags.filter((tag) => data[tag] !== null && data[tag] !== undefined);
  if (given.length !== 1) errors.alternatives(path, tags, given);
}

function describe(target: DescribedClass, error: ErrorObject, errors: ValidationErrors): void {
  if (error.schemaPath.includes('/oneOf/')) return;
  const top: Location = { path: '', target, field: undefined, entry: false };
  const { path, field, entry } = error.instancePath.split('/').slice(1).reduce(step, top);
  if (error.keyword === 'oneOf') describeUnion(path, error, errors);
  else if (error.keyword === 'required')
    errors.missing(memberPath(path, String(error.params.missingProperty)));
  else if (!field) throw new Error(`${target.name}: the schema refused ${error.keyword} at the top.`);
  else if (error.data === null && !entry) errors.invalid(path, 'must not be null');
  else errors.invalid(path, `must be ${entry ? entryExpectation(field) : expectation(field)}`);
}

/**
 * Validates a caller's input against a class's description. Returns a new object of known fields only: timestamps in
 * UTC, encoded lists decoded, undefined members omitted, `null` kept.
 *
 * @param options.spelling The caller's spelling of translated parameters, for error messages.
 * @throws {Problem} One problem for all invalid parameters. No message repeats a value, which may be a card number.
 *
 * @example
 * ```ts
 * const changes = validate(PaymentUpdate, request.body);
 * const filter = validate(PaymentFilter, request.query, { from: 'query' });
 * ```
 */
export function validate<Target extends DescribedClass>(
  target: Target,
  value: unknown,
  { from = 'json', spelling }: { from?: InputSource; spelling?: Spelling | undefined } = {},
): Target['prototype'] {
  if (!isObject(value)) throw new Problem('invalid_parameter', 'The parameters must be a JSON object.');
  const errors = new ValidationErrors(spelling?.pathOf);
  const read = readObject(target, value, '', from, errors);
  for (const problem of spelling?.problems ?? []) errors.add(problem);
  const validator = validatorOf(target);
  if (!errors.full && !validator(read)) {
    for (const error of validator.errors ?? []) describe(target, error, errors);
  }
  errors.raise();
  return read as Target['prototype'];
}
