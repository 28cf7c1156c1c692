import { type FieldDescription, fieldsOf, type NamedSchema } from '../../model/index.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import {
  fallbackOf,
  listComparisons,
  listOfValues,
  oneOfTexts,
  type RoutingWriting,
  routingDataOf,
  routingFacts,
  routingObject,
  routingText,
  routingTypes,
} from './routing-schema.ts';
import { RoutingChoice, RoutingCondition, RoutingFallback, RoutingType } from './typed-routing.ts';

type Refer = Parameters<NamedSchema['schema']>[0];

/** A schema without the description that completes error messages. */
const withoutPhrase = ({ description: _, properties, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.items ? { items: withoutPhrase(schema.items as JsonSchema) } : {}),
  ...(properties ? { properties } : {}),
});
const documentedMember = ({ about }: FieldDescription, schema: JsonSchema): JsonSchema => ({
  description: about,
  ...withoutPhrase(schema),
});

/** An account, as documents show it. */
const routingChoice: NamedSchema = {
  name: 'RoutingChoice',
  schema: () => {
    const fields = fieldsOf(RoutingChoice);
    const choosing = (name: string) => {
      const members = fields.map((field) => {
        const schema = routingText(field.name === name ? 'string' : ['string', 'null']);
        return [field.name, documentedMember(field, schema)];
      });
      return withoutPhrase(routingObject(Object.fromEntries(members), [name]));
    };
    return {
      description:
        'A connector account by its `merchant_connector_id`, or all of the profile at a connector by its name.',
      anyOf: [
        { ...routingText('string'), description: fields[0]!.about },
        ...fields.map(({ name }) => choosing(name)),
      ],
    };
  },
};

const conditionMembers = Object.fromEntries(fieldsOf(RoutingCondition).map((field) => [field.name, field]));

const routingCondition: NamedSchema = {
  name: 'RoutingCondition',
  schema: () => ({
    description: 'Condition on a payment or payout. A missing value matches only `not_equal` and `not_in`.',
    oneOf: Object.entries(routingFacts).flatMap(([name, [value, comparisons]]) => {
      const { comparison, field, values } = conditionMembers;
      const compared = (by: readonly string[], schema: JsonSchema) =>
        withoutPhrase(
          routingObject(
            {
              field: documentedMember(field!, { type: 'string', const: name }),
              comparison: documentedMember(comparison!, oneOfTexts(by)),
              value: documentedMember(values!, schema),
            },
            ['field', 'comparison', 'value'],
          ),
        );
      return [compared(comparisons, value), compared(listComparisons, listOfValues(value))];
    }),
  }),
};

const documentedRule = (rule: JsonSchema): NamedSchema => ({
  name: 'RoutingRule',
  schema: () => {
    const { connectors, volume_split, ...members } = rule.properties as Record<string, JsonSchema>;
    const choosing = (way: Record<string, JsonSchema | undefined>): JsonSchema =>
      withoutPhrase({ ...rule, properties: { ...members, ...way }, required: Object.keys(way) });
    return {
      description: 'A rule: it applies if all its conditions hold.',
      anyOf: [choosing({ connectors }), choosing({ volume_split })],
    };
  },
});

const documented = (refer: Refer): RoutingWriting => ({
  choice: refer(routingChoice),
  condition: refer(routingCondition),
  rule: (rule) => refer(documentedRule(rule)),
  listOrOne: (list, one) => ({ anyOf: [withoutPhrase(list), one] }),
  anyOf: (lists) => ({
    anyOf: Object.entries(lists).map(([name, schema]) =>
      withoutPhrase(routingObject({ ...lists, [name]: { ...schema, type: 'array', minItems: 1 } }, [name])),
    ),
  }),
  object: withoutPhrase,
  member: documentedMember,
});

/** `data` of an algorithm, whatever its type. */
export const routingData: NamedSchema = {
  name: 'RoutingAlgorithmData',
  schema: (refer) => ({
    anyOf: routingTypes.map((ofType) => withoutPhrase(routingDataOf(ofType, documented(refer)))),
  }),
};

/** The schema of one type, named after its class, such as `SingleRouting`. */
const documentedType = (ofType: (typeof routingTypes)[number]): NamedSchema => ({
  name: ofType.of!().name,
  schema: (refer) => ({
    ...withoutPhrase(
      routingObject(
        {
          type: { description: 'Type of the algorithm.', type: 'string', const: ofType.name },
          data: { description: 'The accounts.', ...withoutPhrase(routingDataOf(ofType, documented(refer))) },
          fallback: documentedMember(fallbackOf(ofType.of!()), oneOfTexts(RoutingFallback.values)),
        },
        ['type', 'data'],
      ),
    ),
    description: RoutingType.meanings[ofType.name],
  }),
});

/** A routing algorithm in documents: a union distinguished by `type`. */
export const routingAlgorithm: NamedSchema = {
  name: 'RoutingAlgorithm',
  schema: (refer) => {
    const schemas = routingTypes.map((ofType) => [ofType.name, refer(documentedType(ofType))] as const);
    const mapping = Object.fromEntries(schemas.map(([name, { $ref }]) => [name, $ref]));
    return {
      description:
        'Algorithm that selects the connector account of a payment or payout. The splits of `volume_split` add up to 100.',
      oneOf: schemas.map(([, schema]) => schema),
      ...(schemas[0]![1].$ref ? { discriminator: { propertyName: 'type', mapping } } : {}),
    };
  },
};
