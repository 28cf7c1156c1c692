import type { JsonSchema } from '../../model/json-schema.ts';
import {
  choiceMembers,
  oneOfTexts,
  ROUTING_VALUES_MAX,
  RoutingComparison,
  RoutingFallback,
  RoutingField,
  RoutingType,
  routingComparisons,
  routingDataByType,
  routingList,
  routingObject,
  routingShare,
  routingText,
  routingValues,
} from './routing-parts.ts';

const when = (condition: JsonSchema, then: JsonSchema): JsonSchema => ({ if: condition, then });
const isOneOf = (property: string, values: readonly string[]): JsonSchema => ({
  properties: { [property]: { enum: [...values] } },
  required: [property],
});
const isGiven = (property: string): JsonSchema => ({
  properties: { [property]: { not: { type: 'null' } } },
  required: [property],
});

const choiceName = 'the name of a connector, or an object with a connector or a merchant_connector_id';
const ID_OR_NAME = 'an object with a connector or a merchant_connector_id';

/** An account in an algorithm. */
export const choiceSchema: JsonSchema = {
  ...when({ type: 'string' }, routingText('string')),
  else: {
    ...routingObject(choiceMembers),
    anyOf: [isGiven('connector'), isGiven('merchant_connector_id')],
    description: ID_OR_NAME,
  },
  description: choiceName,
};

/** A share of a split. */
export const shareSchema: JsonSchema = routingShare(choiceSchema);

const checkedCondition: JsonSchema = {
  ...routingObject(
    {
      field: oneOfTexts(RoutingField.values),
      comparison: oneOfTexts(RoutingComparison.values),
      value: { description: 'what the field is compared with' },
    },
    ['field', 'comparison', 'value'],
  ),
  allOf: Object.entries(routingValues).map(([field, value]) => {
    const { one, several } = routingComparisons(field);
    return when(isOneOf('field', [field]), {
      properties: { comparison: oneOfTexts([...one, ...several]) },
      ...when(isOneOf('comparison', several), {
        properties: { value: routingList(value, 1, 'values', ROUTING_VALUES_MAX) },
      }),
      else: { properties: { value } },
    });
  }),
};

const checkedData: Readonly<Record<string, JsonSchema>> = routingDataByType({
  choice: choiceSchema,
  condition: checkedCondition,
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
    description: 'a list of accounts, the preferred one first',
  }),
  // The reader reports lists that are all empty.
  anyOf: (lists) => routingObject(lists),
});

const type = oneOfTexts(RoutingType.values);
const fallback = oneOfTexts(RoutingFallback.values);

/**
 * How the connector account of a payment or payout is chosen. Not expressed here: the splits of a `volume_split`
 * add up to 100, and `advanced` has a rule or a default. A stored object without `type` is none; none can be set so.
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
    type: { ...type, type: ['string', 'null'], enum: [...RoutingType.values, null] },
    data: { description: 'the accounts, as `type` needs them' },
    fallback: { ...fallback, type: ['string', 'null'], enum: [...RoutingFallback.values, null] },
  },
  additionalProperties: false,
  allOf: [
    when(isGiven('fallback'), { properties: { type }, required: ['type'] }),
    when(isGiven('data'), { properties: { type }, required: ['type'] }),
    ...Object.entries(checkedData).map(([name, data]) =>
      when(isOneOf('type', [name]), { properties: { data }, required: ['data'] }),
    ),
  ],
};
