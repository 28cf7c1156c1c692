import { scaExemptions } from '../../foundation/ports/connector-capabilities.ts';
import type { NamedSchema } from '../../model/index.ts';
import { RoutingFallback } from './typed-routing.ts';

/** The effects of a risk rule. */
export const riskEffects = ['allow', 'review', 'block', 'challenge'] as const;

/** The effects of a 3-D Secure rule. */
export const threeDsEffects = ['challenge', 'no_preference', 'no_challenge', 'exempt'] as const;

/** A JSON object with only the described members. */
export const closedObject = (
  properties: Record<string, object>,
  required: readonly string[],
  description: string,
) => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
  description,
});

const account = {
  description: 'The name of a connector, or an object with `merchant_connector_id`, `connector` or both.',
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 64 },
    closedObject(
      { connector: { type: ['string', 'null'] }, merchant_connector_id: { type: ['string', 'null'] } },
      [],
      'A connector account, or all of the profile at a connector.',
    ),
  ],
};
const fallback = {
  type: ['string', 'null'],
  enum: ['others', ...RoutingFallback.values, null],
  description:
    'Handling of a payment that none of the accounts can take: `others`, the default, tries the other accounts of the profile, oldest first; `none` refuses it. Payouts never leave the accounts.',
};

const named = { type: 'array', minItems: 1, maxItems: 100, items: account, description: 'Accounts.' };

/** The action of a rule. */
export const ruleAction: NamedSchema = {
  name: 'RuleAction',
  schema: () => ({
    description: 'The action of a rule.',
    anyOf: [
      closedObject(
        {
          connectors: {
            type: 'array',
            maxItems: 100,
            items: account,
            description:
              'Accounts in order of preference. An empty list, with `"fallback": "none"`, refuses.',
          },
          fallback,
        },
        ['connectors'],
        'Routing in order of preference.',
      ),
      closedObject(
        {
          volume_split: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: closedObject(
              { split: { type: 'integer', minimum: 0, maximum: 100 }, connector: account },
              ['split', 'connector'],
              'A share, in whole percent.',
            ),
            description: 'Accounts by share; the splits add up to 100.',
          },
          fallback,
        },
        ['volume_split'],
        'Routing by share.',
      ),
      closedObject(
        {
          success_rate: closedObject(
            {
              connectors: named,
              explore_percent: {
                type: ['integer', 'null'],
                minimum: 0,
                maximum: 20,
                description:
                  "Most of the rule's payments of a day that try another account than the best, in percent; 5 by default.",
              },
            },
            ['connectors'],
            'The accounts to choose among.',
          ),
          fallback,
        },
        ['success_rate'],
        'Routing of payments by expected approvals, learned from attempts.',
      ),
      closedObject(
        {
          least_cost: closedObject({ connectors: named }, ['connectors'], 'The accounts to choose among.'),
          fallback,
        },
        ['least_cost'],
        'Routing by expected fees: fees reported by connectors, else the `fee_table` of each account.',
      ),
      closedObject(
        {
          risk: {
            type: 'string',
            enum: [...riskEffects],
            description:
              '`block` refuses the payment, `review` holds it for review after the authorization, `challenge` requests a challenge by 3-D Secure.',
          },
          reason: {
            type: ['string', 'null'],
            minLength: 1,
            maxLength: 255,
            description: 'Reason for people.',
          },
          add_to_list: {
            description: 'Adds the value of a fact to a list, if it is known.',
            anyOf: [
              { type: 'null' },
              closedObject(
                {
                  list: { type: 'string', description: '`list_id` or name of the list.' },
                  field: { type: 'string', description: 'Fact that fits the kind of the list.' },
                  expires_in: {
                    type: ['integer', 'null'],
                    minimum: 1,
                    description: 'Seconds until the entry expires; never if omitted.',
                  },
                },
                ['list', 'field'],
                'An addition to a list.',
              ),
            ],
          },
        },
        ['risk'],
        'Risk.',
      ),
      closedObject(
        {
          three_ds: {
            type: ['string', 'null'],
            enum: [...threeDsEffects, null],
            description:
              'Preference for a challenge; `exempt` requests an exemption; null leaves the request to the payment.',
          },
          exemption: {
            type: ['string', 'null'],
            enum: [...scaExemptions, null],
            description: 'Exemption to request, with `exempt` only.',
          },
        },
        ['three_ds'],
        '3-D Secure.',
      ),
      closedObject(
        {
          surcharge: {
            description: 'The surcharge; null for none.',
            anyOf: [
              { type: 'null' },
              closedObject(
                {
                  type: { type: 'string', enum: ['fixed', 'rate'], description: 'Kind of surcharge.' },
                  value: {
                    type: 'integer',
                    minimum: 0,
                    description: 'Of `fixed` minor units, of `rate` basis points: 200 is 2 %.',
                  },
                  max: {
                    type: ['integer', 'null'],
                    minimum: 0,
                    description: 'Most that a `rate` charges, in minor units.',
                  },
                  tax_rate: {
                    type: ['integer', 'null'],
                    minimum: 0,
                    description: 'Tax on the surcharge, in basis points.',
                  },
                },
                ['type', 'value'],
                'A surcharge, rounded half up.',
              ),
            ],
          },
        },
        ['surcharge'],
        'Surcharge.',
      ),
    ],
  }),
};
