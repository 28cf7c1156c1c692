import { formats, schemaFormats } from '../../model/formats.ts';
import {
  AMOUNT_MAX,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  type ValueOf,
} from '../../model/index.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { AuthenticationType } from '../payment-enumerations.ts';
import { PaymentMethodKind } from './payment-method-data.ts';
import { PayoutType } from './payout-destinations.ts';
import {
  RoutingChoice,
  RoutingComparison,
  RoutingCondition,
  RoutingField,
  RoutingRule,
  RoutingType,
  type RoutingTypeValue,
  TypedRouting,
} from './typed-routing.ts';

/** Maximum entries of a list: accounts, shares, rules, or a rule's conditions. */
const ENTRIES_MAX = 100;
/** Maximum values that one condition compares with. */
const VALUES_MAX = 250;
const TEXT_MAX = 64;

// Every `description` of the parts below completes an error message: "… must be <description>".
export const routingText = (type: unknown): JsonSchema => ({
  type,
  minLength: 1,
  maxLength: TEXT_MAX,
  pattern: '^[^\\u0000]*$',
  description: `text of 1 to ${TEXT_MAX} characters`,
});
export const oneOfTexts = (values: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: [...values],
  description: `one of ${values.join(', ')}`,
});
const wholeNumber = (maximum: number, unit = ''): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum,
  description: `a whole number${unit} from 0 to ${maximum}`,
});
export const routingList = (
  items: JsonSchema,
  minItems: number,
  of = 'entries',
  maxItems = ENTRIES_MAX,
): JsonSchema => ({
  type: minItems === 0 ? ['array', 'null'] : 'array',
  items,
  minItems,
  maxItems,
  description: `a list of ${minItems} to ${maxItems} ${of}`,
});
export const routingObject = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  description: `an object with ${Object.keys(properties).join(' and ')}`,
});

const format = (name: 'currency' | 'country'): JsonSchema => ({
  type: 'string',
  format: schemaFormats[name],
  description: formats[name].hint,
});

type ComparisonValue = RoutingCondition['comparison'];
const equality: readonly ComparisonValue[] = ['equal', 'not_equal'];
const order: readonly ComparisonValue[] = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'];
/** The comparisons with a list of values. */
export const listComparisons: readonly ComparisonValue[] = ['in', 'not_in'];

/** Each fact's value schema and the comparisons with a single value. */
export const routingFacts: Readonly<
  Record<ValueOf<typeof RoutingField>, readonly [value: JsonSchema, comparisons: readonly ComparisonValue[]]>
> = {
  amount: [wholeNumber(AMOUNT_MAX, ' of minor units'), [...equality, ...order]],
  currency: [format('currency'), equality],
  country: [format('country'), equality],
  card_network: [routingText('string'), equality],
  payment_method: [oneOfTexts(PaymentMethodKind.values), equality],
  payment_method_type: [routingText('string'), equality],
  authentication_type: [oneOfTexts(AuthenticationType.values), equality],
  payout_type: [oneOfTexts(PayoutType.values), equality],
};

/** The values that `in` and `not_in` compare with. */
export const listOfValues = (value: JsonSchema) => routingList(value, 1, 'values', VALUES_MAX);

/** Members that REST names differently. */
const restNames: Readonly<Record<string, string>> = {
  account: 'connector',
  accounts: 'connectors',
  shares: 'volume_split',
  values: 'value',
};

/** The name of a member of an algorithm in REST. */
export const routingRestName = (name: string): string => restNames[name] ?? name;

/** The lists that must not be empty if given. */
const neverEmpty: ReadonlySet<string> = new Set(['accounts', 'shares']);

/**
 * Form of the parts without a field description. Conditionals serve validation: an error then names the invalid part.
 * `oneOf` and `anyOf` serve documentation: people and code generators read types from them.
 */
export interface RoutingWriting {
  /** A connector's name, or an object that names a connector or an account. */
  readonly choice: JsonSchema;
  /** A condition: the compared value depends on its field and comparison. */
  readonly condition: JsonSchema;
  readonly rule: (rule: JsonSchema) => JsonSchema;
  readonly listOrOne: (list: JsonSchema, one: JsonSchema) => JsonSchema;
  /** An object that has entries in at least one of its lists. */
  readonly anyOf: (lists: Record<string, JsonSchema>) => JsonSchema;
  /** Another object. */
  readonly object: (object: JsonSchema) => JsonSchema;
  /** A member of an object. */
  readonly member: (field: FieldDescription, schema: JsonSchema) => JsonSchema;
}

function schemaOf(field: FieldDescription, writing: RoutingWriting): JsonSchema {
  switch (field.kind) {
    case 'integer':
      return wholeNumber(field.maximum!);
    case 'enumeration':
      return oneOfTexts(field.enumeration!().values);
    case 'object':
      return partOf(field.of!(), writing);
    case 'object_list':
      return routingList(partOf(field.of!(), writing), neverEmpty.has(field.name) ? 1 : 0);
    default:
      return routingText(field.required ? 'string' : ['string', 'null']);
  }
}

function partOf(target: DescribedClass, writing: RoutingWriting): JsonSchema {
  if (target === RoutingChoice) return writing.choice;
  if (target === RoutingCondition) return writing.condition;
  const fields = fieldsOf(target);
  const required = fields.filter((field) => field.required).map(({ name }) => routingRestName(name));
  const object = routingObject(membersOf(fields, writing), required);
  return target === RoutingRule ? writing.rule(object) : writing.object(object);
}

const membersOf = (fields: readonly FieldDescription[], writing: RoutingWriting) =>
  Object.fromEntries(
    fields.map((field) => [routingRestName(field.name), writing.member(field, schemaOf(field, writing))]),
  );

const FALLBACK = 'fallback';
/** The types of algorithm, each with the class of its members. */
export const routingTypes = fieldsOf(TypedRouting) as readonly (FieldDescription & {
  readonly name: RoutingTypeValue;
})[];

/** The members of a type of algorithm, which `data` has. */
const dataMembersOf = (target: DescribedClass) => fieldsOf(target).filter(({ name }) => name !== FALLBACK);

/** The member of a type that forms its `data`; undefined if `data` is an object with several members. */
export function onlyMemberOf(target: DescribedClass): FieldDescription | undefined {
  const [only, ...others] = dataMembersOf(target);
  return others.length === 0 ? only : undefined;
}

/** The schema of `data` for a type: of its only member, or of an object with its members. */
export function routingDataOf(
  { name, of }: (typeof routingTypes)[number],
  writing: RoutingWriting,
): JsonSchema {
  const only = onlyMemberOf(of!());
  if (!only) return writing.anyOf(membersOf(dataMembersOf(of!()), writing));
  const data = schemaOf(only, writing);
  return name === 'priority' ? writing.listOrOne(data, writing.choice) : data;
}

/** The field for the case that no account of a type can take a payment. */
export const fallbackOf = (target: DescribedClass) => fieldsOf(target).find(({ name }) => name === FALLBACK)!;

const when = (condition: JsonSchema, then: JsonSchema): JsonSchema => ({ if: condition, then });
const isOneOf = (property: string, values: readonly string[]): JsonSchema => ({
  properties: { [property]: { enum: [...values] } },
  required: [property],
});
const isGiven = (property: string): JsonSchema => ({
  properties: { [property]: { not: { type: 'null' } } },
  required: [property],
});
/** An account in an algorithm. */
export const choiceSchema: JsonSchema = {
  ...when({ type: 'string' }, routingText('string')),
  else: {
    ...routingObject(
      Object.fromEntries(fieldsOf(RoutingChoice).map(({ name }) => [name, routingText(['string', 'null'])])),
    ),
    anyOf: [isGiven('connector'), isGiven('merchant_connector_id')],
    description: 'an object with a connector or a merchant_connector_id',
  },
  description: 'the name of a connector, or an object with a connector or a merchant_connector_id',
};

const conditionSchema: JsonSchema = {
  ...routingObject(
    {
      field: oneOfTexts(RoutingField.values),
      comparison: oneOfTexts(RoutingComparison.values),
      value: { description: 'the value to compare the field with' },
    },
    ['field', 'comparison', 'value'],
  ),
  allOf: Object.entries(routingFacts).map(([field, [value, comparisons]]) =>
    when(isOneOf('field', [field]), {
      properties: { comparison: oneOfTexts([...comparisons, ...listComparisons]) },
      ...when(isOneOf('comparison', listComparisons), { properties: { value: listOfValues(value) } }),
      else: { properties: { value } },
    }),
  ),
};

const checked: RoutingWriting = {
  choice: choiceSchema,
  condition: conditionSchema,
  rule: (rule) => ({
    ...rule,
    ...when(isGiven('volume_split'), {
      properties: { connectors: { type: 'null', description: 'left out' } },
    }),
    else: { required: ['connectors'] },
  }),
  listOrOne: (list, one) => ({
    ...when({ type: ['object', 'string'] }, one),
    else: list,
    description: 'a list of accounts in order of preference',
  }),
  // The reader reports objects with only empty lists.
  anyOf: (lists) => routingObject(lists),
  object: (object) => object,
  member: (_, schema) => schema,
};

/** A list of shares. */
export const sharesSchema = routingDataOf(routingTypes.find(({ name }) => name === 'volume_split')!, checked);

const type = oneOfTexts(RoutingType.values);
const fallback = schemaOf(fallbackOf(routingTypes[0]!.of!()), checked);
const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: ['string', 'null'],
  enum: [...(schema.enum as string[]), null],
});

/**
 * Algorithm that selects the connector account of a payment or payout, as `type` and `data`. Not expressed here: the
 * splits of a `volume_split` add up to 100, and `advanced` has a rule or a default. A stored object without `type`
 * means no algorithm; such an object cannot be set.
 *
 * @example
 * ```json
 * { "type": "single", "data": { "connector": "sandbox", "merchant_connector_id": "mca_1" } }
 *
 * { "type": "priority", "data": [{ "merchant_connector_id": "mca_1" }, { "connector": "other" }] }
 *
 * { "type": "volume_split", "data": [
 *   { "split": 70, "connector": { "merchant_connector_id": "mca_1" } },
 *   { "split": 30, "connector": { "merchant_connector_id": "mca_2" } }
 * ] }
 *
 * { "type": "advanced", "data": {
 *   "rules": [{
 *     "name": "large in Europe",
 *     "conditions": [
 *       { "field": "country", "comparison": "in", "value": ["DE", "FR"] },
 *       { "field": "amount", "comparison": "greater_than", "value": 10000 }
 *     ],
 *     "connectors": [{ "merchant_connector_id": "mca_1" }]
 *   }],
 *   "default": [{ "connector": "sandbox" }]
 * } }
 * ```
 */
export const routingAlgorithmSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: orNull(type),
    data: { description: 'the accounts, in the form that `type` requires' },
    fallback: orNull(fallback),
  },
  additionalProperties: false,
  allOf: [
    when(isGiven('fallback'), { properties: { type }, required: ['type'] }),
    when(isGiven('data'), { properties: { type }, required: ['type'] }),
    ...routingTypes.map((ofType) =>
      when(isOneOf('type', [ofType.name]), {
        properties: { data: routingDataOf(ofType, checked) },
        required: ['data'],
      }),
    ),
  ],
};
