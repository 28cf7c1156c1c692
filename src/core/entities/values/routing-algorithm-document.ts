import type { NamedSchema } from '../../model/index.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import {
  choiceMembers,
  constantText,
  oneOfTexts,
  ROUTING_VALUES_MAX,
  RoutingFallback,
  RoutingType,
  type RoutingTypeValue,
  routingComparisons,
  routingDataByType,
  routingList,
  routingObject,
  routingText,
  routingValues,
} from './routing-parts.ts';

type Refer = Parameters<NamedSchema['schema']>[0];

/** An account, as documents show it. */
const routingChoice: NamedSchema = {
  name: 'RoutingChoice',
  schema: () => {
    const named = (name: keyof typeof choiceMembers): JsonSchema =>
      explained(routingObject({ ...choiceMembers, [name]: routingText('string') }, [name]));
    return {
      description:
        'A connector account by its `merchant_connector_id`, or all of the profile at a connector by its name.',
      anyOf: [
        { ...routingText('string'), description: meanings.connector },
        named('connector'),
        named('merchant_connector_id'),
      ],
    };
  },
};

const routingCondition: NamedSchema = {
  name: 'RoutingCondition',
  schema: () => ({
    description:
      'What a payment or payout has to be for a rule to decide. What it does not say equals nothing, and is in no list.',
    oneOf: Object.entries(routingValues).flatMap(([field, value]) => {
      const { one, several } = routingComparisons(field);
      const compared = (comparisons: readonly string[], value: JsonSchema) =>
        explained(
          routingObject({ field: constantText(field), comparison: oneOfTexts(comparisons), value }, [
            'field',
            'comparison',
            'value',
          ]),
        );
      return [compared(one, value), compared(several, routingList(value, 1, 'values', ROUTING_VALUES_MAX))];
    }),
  }),
};

/** The meaning of each member: the parts' own descriptions complete error messages. */
const meanings: Readonly<Record<string, string>> = {
  type: 'Type of the algorithm.',
  data: 'The accounts.',
  fallback: `\`none\`: a payment that none of the accounts can take is refused. Otherwise the other accounts of its profile are tried, oldest first. Payouts and fraud checks stay with the algorithm's accounts.`,
  connector: 'A connector by its name, such as `sandbox`; in a split, the account or connector that has it.',
  merchant_connector_id: 'A connector account (`mca_…`).',
  split: 'Share of the traffic, in whole percent.',
  rules: 'Rules in order: the first whose conditions all hold decides.',
  default: 'Accounts in order, where no rule decides.',
  name: 'Name of the rule, for people.',
  conditions: 'Conditions that all have to hold; a rule without any always decides.',
  connectors: 'Accounts in order, the preferred one first.',
  volume_split: 'Accounts by share, in place of `connectors`; the splits add up to 100.',
  field: 'What is compared.',
  comparison: 'How it is compared.',
  value: 'What it is compared with.',
};

function explained({ description: _, properties, ...schema }: JsonSchema): JsonSchema {
  const within = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'items') return [keyword, explained(value as JsonSchema)];
      return Array.isArray(value) && keyword.endsWith('Of')
        ? [keyword, (value as JsonSchema[]).map(explained)]
        : [keyword, value];
    }),
  );
  if (!properties) return within;
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    return [name, { description: meanings[name], ...explained(schema) }];
  });
  return { ...within, properties: Object.fromEntries(members) };
}

const documentedData = (refer: Refer): Record<RoutingTypeValue, JsonSchema> =>
  routingDataByType({
    choice: refer(routingChoice),
    condition: refer(routingCondition),
    rule: (rule) =>
      refer({
        name: 'RoutingRule',
        schema: () => {
          const { connectors, volume_split, ...members } = rule.properties as Record<string, JsonSchema>;
          const choosing = (way: Record<string, JsonSchema | undefined>): JsonSchema =>
            explained({ ...rule, properties: { ...members, ...way }, required: Object.keys(way) });
          return {
            description: 'A rule: it decides where all its conditions hold.',
            anyOf: [choosing({ connectors }), choosing({ volume_split })],
          };
        },
      }),
    listOrOne: (list, one) => ({ anyOf: [list, one] }),
    anyOf: (lists) => ({
      anyOf: Object.entries(lists).map(([name, schema]) =>
        routingObject({ ...lists, [name]: { ...schema, type: 'array', minItems: 1 } }, [name]),
      ),
    }),
  });

/** `data` of an algorithm, whatever its type. */
export const routingData: NamedSchema = {
  name: 'RoutingAlgorithmData',
  schema: (refer) => ({ anyOf: Object.values(documentedData(refer)) }),
};

const nameByType: Readonly<Record<RoutingTypeValue, string>> = {
  single: 'SingleRouting',
  priority: 'PriorityRouting',
  volume_split: 'VolumeSplitRouting',
  advanced: 'AdvancedRouting',
};

/** A routing algorithm in documents: one of four objects, told apart by `type`. */
export const routingAlgorithm: NamedSchema = {
  name: 'RoutingAlgorithm',
  schema: (refer) => {
    const types = RoutingType.values.map((type) => {
      const ofType: NamedSchema = {
        name: nameByType[type],
        schema: (refer) => ({
          ...explained(
            routingObject(
              {
                type: constantText(type),
                data: documentedData(refer)[type],
                fallback: { ...oneOfTexts(RoutingFallback.values) },
              },
              ['type', 'data'],
            ),
          ),
          description: RoutingType.meanings[type],
        }),
      };
      return [type, refer(ofType)] as const;
    });
    const mapping = Object.fromEntries(types.map(([type, { $ref }]) => [type, $ref]));
    return {
      description:
        'How the connector account of a payment or payout is chosen. The splits of `volume_split` add up to 100.',
      oneOf: types.map(([, schema]) => schema),
      ...(types[0]![1].$ref ? { discriminator: { propertyName: 'type', mapping } } : {}),
    };
  },
};
