import { formats, schemaFormats } from '../../model/formats.ts';
import { AMOUNT_MAX, enumeration, type ValueOf } from '../../model/index.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { AuthenticationType } from '../payment-enumerations.ts';
import { PaymentMethodKind } from './payment-method-data.ts';
import { PayoutType } from './payout-destinations.ts';

export const RoutingType = enumeration('RoutingType', 'Type of routing algorithm.', {
  single: 'The given connector account.',
  priority: 'The first eligible account of an ordered list.',
  volume_split: 'Accounts by percentage of traffic.',
  advanced: 'Rules over payment attributes; the first match wins.',
});

export type RoutingTypeValue = ValueOf<typeof RoutingType>;

export const RoutingFallback = enumeration(
  'RoutingFallback',
  'What happens to a payment that no account of a routing algorithm can take.',
  { none: 'The payment is refused. Otherwise the other accounts of the profile are tried, oldest first.' },
);

export const RoutingField = enumeration('RoutingField', 'What a routing rule compares.', {
  amount: 'The total, in minor units.',
  currency: 'ISO 4217 code of the currency.',
  country: 'ISO 3166 code of the billing country.',
  card_network: 'Network of the card, such as `Visa`.',
  payment_method: 'Kind of payment method.',
  payment_method_type: 'Type of payment method, such as `credit` or `ideal`.',
  authentication_type: 'Whether a payment asks for 3-D Secure.',
  payout_type: 'Type of destination of a payout.',
});

export const RoutingComparison = enumeration('RoutingComparison', 'How a routing rule compares.', {
  equal: 'The same value; case, spaces, hyphens and underscores do not matter.',
  not_equal: 'Another value, or none.',
  in: 'One of the values.',
  not_in: 'None of the values.',
  greater_than: 'A larger amount.',
  greater_or_equal: 'The amount or a larger one.',
  less_than: 'A smaller amount.',
  less_or_equal: 'The amount or a smaller one.',
});

/** The most entries of a list: accounts, shares, rules, or a rule's conditions. */
const ENTRIES_MAX = 100;
/** The most values that one condition compares with. */
export const ROUTING_VALUES_MAX = 250;
const TEXT_MAX = 64;

// Every `description` below completes an error message: "… must be <description>".
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
export const constantText = (value: string): JsonSchema => ({ type: 'string', const: value });
const wholeNumber = (maximum: number, unit: string): JsonSchema => ({
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
  required: string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  description: `an object with ${Object.keys(properties).join(' and ')}`,
});
/** The members of an object that names accounts. */
export const choiceMembers = {
  connector: routingText(['string', 'null']),
  merchant_connector_id: routingText(['string', 'null']),
};
type ComparisonValue = ValueOf<typeof RoutingComparison>;
const equality: readonly ComparisonValue[] = ['equal', 'not_equal'];
const membership: readonly ComparisonValue[] = ['in', 'not_in'];
const order = RoutingComparison.values.filter(
  (value) => !equality.includes(value) && !membership.includes(value),
);

const format = (name: 'currency' | 'country'): JsonSchema => ({
  type: 'string',
  format: schemaFormats[name],
  description: formats[name].hint,
});
export const routingValues: Readonly<Record<ValueOf<typeof RoutingField>, JsonSchema>> = {
  amount: wholeNumber(AMOUNT_MAX, ' of minor units'),
  currency: format('currency'),
  country: format('country'),
  card_network: routingText('string'),
  payment_method: oneOfTexts(PaymentMethodKind.values),
  payment_method_type: routingText('string'),
  authentication_type: oneOfTexts(AuthenticationType.values),
  payout_type: oneOfTexts(PayoutType.values),
};

/** The comparisons that a field takes with one value, and those it takes with a list. */
export const routingComparisons = (field: string) => ({
  one: field === 'amount' ? [...equality, ...order] : equality,
  several: membership,
});

/**
 * How alternatives are written. Conditionals validate: an error then names the part that is bad. `oneOf` and `anyOf`
 * document: people and generators of code read types from them. Everything else is one description of both.
 */
export interface RoutingWriting {
  /** A connector's name, an object that names a connector or an account. */
  readonly choice: JsonSchema;
  /** A condition: what it compares with depends on its field and its comparison. */
  readonly condition: JsonSchema;
  readonly rule: (rule: JsonSchema) => JsonSchema;
  readonly listOrOne: (list: JsonSchema, one: JsonSchema) => JsonSchema;
  /** An object that has entries in at least one of its lists. */
  readonly anyOf: (lists: Record<string, JsonSchema>) => JsonSchema;
}

/** A share of the traffic, of an account. */
export const routingShare = (choice: JsonSchema): JsonSchema =>
  routingObject({ split: wholeNumber(100, ''), connector: choice }, ['split', 'connector']);

export const routingDataByType = ({ anyOf, choice, condition, listOrOne, rule }: RoutingWriting) => ({
  single: choice,
  priority: listOrOne(routingList(choice, 1), choice),
  volume_split: routingList(routingShare(choice), 1),
  advanced: anyOf({
    rules: routingList(
      rule(
        routingObject({
          name: routingText(['string', 'null']),
          conditions: routingList(condition, 0),
          connectors: routingList(choice, 1),
          volume_split: routingList(routingShare(choice), 1),
        }),
      ),
      0,
    ),
    default: routingList(choice, 0),
  }),
});
