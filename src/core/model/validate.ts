import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Problem } from '../foundation/errors.ts';
import type { DescribedClass, FieldDescription, TextFormat } from './description.ts';
import { entryExpectation, expectation } from './expectation.ts';
import { formats, schemaFormats } from './formats.ts';
import { inputSchema, type JsonSchema } from './json-schema.ts';
import { fieldsByName, type InputSource, isObject, readObject } from './read-input.ts';
import { memberPath, ValidationErrors } from './validation-errors.ts';

const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  ownProperties: true,
  allowUnionTypes: true,
  verbose: true,
});
for (const name of Object.keys(formats) as TextFormat[]) {
  ajv.addFormat(schemaFormats[name], { type: 'string', validate: formats[name].check });
}
// The ranges of numbers are in the schema themselves; these formats only tell code generators how wide to make them.
ajv.addFormat('int32', true);
ajv.addFormat('int64', true);

/** Compiles a JSON Schema with the named formats. Errors carry the schema that was violated. */
export function compileSchema<T>(schema: JsonSchema): ValidateFunction<T> {
  return ajv.compile<T>(schema);
}

const validators = new WeakMap<DescribedClass, ValidateFunction>();

function validatorOf(target: DescribedClass): ValidateFunction {
  const known = validators.get(target);
  if (known) return known;
  const validator = ajv.compile(inputSchema(target));
  validators.set(target, validator);
  return validator;
}

/** The described place that a schema error is about. */
interface Place {
  readonly path: string;
  readonly target: DescribedClass | undefined;
  readonly field: FieldDescription | undefined;
  /** True for an entry of the field's list rather than the list. */
  readonly entry: boolean;
}

function step(place: Place, segment: string): Place {
  if (place.target) {
    const field = fieldsByName(place.target).get(segment);
    const target = field?.kind === 'object' ? field.of!() : undefined;
    return { path: memberPath(place.path, segment), target, field, entry: false };
  }
  const { field } = place;
  const isEntry =
    !place.entry &&
    (field?.kind === 'object_list' || field?.kind === 'text_list' || field?.kind === 'json_encoded_list');
  // Names within free-form JSON are the caller's own, so the place stays with the field that holds it.
  return isEntry ? { path: `${place.path}[${segment}]`, target: field.of?.(), field, entry: true } : place;
}

function describe(target: DescribedClass, error: ErrorObject, findings: ValidationErrors): void {
  const top: Place = { path: '', target, field: undefined, entry: false };
  const { path, field, entry } = error.instancePath.split('/').slice(1).reduce(step, top);
  if (error.keyword === 'required') findings.missing(memberPath(path, String(error.params.missingProperty)));
  else if (!field) throw new Error(`${target.name}: the schema refused ${error.keyword} at the top.`);
  else if (error.data === null && !entry) findings.invalid(path, 'must not be null');
  else findings.invalid(path, `must be ${entry ? entryExpectation(field) : expectation(field)}`);
}

/**
 * Checks what a caller sent against a class's description and gives it back as a new object of known fields
 * only: instants in UTC, encoded lists decoded, members that are undefined left out, `null` kept.
 *
 * Throws the {@link Problem} of all bad parameters. No message repeats a value: any may be a card number.
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
  { from = 'json' }: { from?: InputSource } = {},
): Target['prototype'] {
  if (!isObject(value)) throw new Problem('invalid_parameter', 'The parameters must be a JSON object.');
  const findings = new ValidationErrors();
  const read = readObject(target, value, '', from, findings);
  const validator = validatorOf(target);
  if (!findings.full && !validator(read)) {
    for (const error of validator.errors ?? []) describe(target, error, findings);
  }
  findings.raise();
  return read as Target['prototype'];
}
