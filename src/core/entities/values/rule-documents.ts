import * as f from '../../model/fields.ts';
import { type NamedSchema, ValueObject, type ValueOf } from '../../model/index.ts';
import { COUNT_MAX, documentedFacts, RuleDecision, ruleComparisons } from './rule-facts.ts';
import { RoutingFallback } from './typed-routing.ts';

const object = (properties: Record<string, object>, required: readonly string[], description: string) => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
  description,
});

const conditions = (description: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'object', description: 'A condition.' },
  description,
});

const velocity = object(
  {
    count: {
      type: 'string',
      enum: ['attempts', 'declines', 'payments'],
      description: 'What is counted; `payments` are those that are under way or succeeded.',
    },
    by: {
      type: 'string',
      enum: ['card', 'email', 'ip_address', 'customer'],
      description: 'What the counted have in common with the payment.',
    },
    within: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,4}[mhd]$',
      description: 'Time before the decision: minutes, hours or days, from `1m` to `30d`.',
    },
    comparison: {
      type: 'string',
      enum: ruleComparisons.filter((one) => one !== 'starts_with'),
      description: 'Comparison.',
    },
    value: {
      description: `Number from 0 to ${COUNT_MAX} to compare with; for \`in\` and \`not_in\` a list.`,
    },
  },
  ['count', 'by', 'within', 'comparison', 'value'],
  'A count, without the present attempt. It is not known of a payment without the value.',
);

const condition: NamedSchema = {
  name: 'RuleCondition',
  schema: () => ({
    description:
      'A condition of a rule: a comparison of one fact, or a combination of conditions. At most five combinations stand inside each other.',
    oneOf: [
      object(
        {
          field: {
            type: 'string',
            description: `Fact to compare: ${documentedFacts.map(([name]) => `\`${name}\``).join(', ')}.`,
          },
          comparison: { type: 'string', enum: [...ruleComparisons], description: 'Comparison.' },
          value: {
            description:
              'Value to compare with, of the type of the fact; for `in` and `not_in` several; for `in_list` and `not_in_list` the `list_id` or name of a list.',
          },
          time_zone: {
            type: 'string',
            description: 'IANA time zone of `hour` and `weekday`; `UTC` by default.',
          },
        },
        ['field', 'comparison', 'value'],
        'A comparison. An unknown fact equals nothing: it is `not_equal` and `not_in` everything.',
      ),
      velocity,
      object({ all: conditions('Conditions that must all hold.') }, ['all'], 'Holds if all conditions hold.'),
      object(
        { any: conditions('Conditions of which one must hold.') },
        ['any'],
        'Holds if one condition holds.',
      ),
      object(
        { not: { type: 'object', description: 'A condition.' } },
        ['not'],
        'Holds if the condition does not.',
      ),
    ],
  }),
};

const account = {
  description: 'The name of a connector, or an object with `merchant_connector_id`, `connector` or both.',
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 64 },
    object(
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
      object(
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
      object(
        {
          volume_split: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: object(
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
      object(
        {
          success_rate: object(
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
      object(
        {
          least_cost: object({ connectors: named }, ['connectors'], 'The accounts to choose among.'),
          fallback,
        },
        ['least_cost'],
        'Routing by expected fees: those that connectors reported, else the `fee_table` of each account.',
      ),
      object(
        {
          risk: {
            type: 'string',
            enum: ['allow', 'review', 'block', 'challenge'],
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
              object(
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
      object(
        {
          three_ds: {
            type: 'string',
            enum: ['challenge', 'no_preference', 'no_challenge', 'exempt'],
            description: 'Preference for a challenge; `exempt` requests an exemption.',
          },
          exemption: {
            type: ['string', 'null'],
            enum: [
              'low_value',
              'transaction_risk_analysis',
              'recurring',
              'secure_corporate_payment',
              'trusted_beneficiary',
              null,
            ],
            description: 'Exemption to request, with `exempt` only.',
          },
        },
        ['three_ds'],
        '3-D Secure.',
      ),
      object(
        {
          surcharge: {
            description: 'The surcharge; null for none.',
            anyOf: [
              { type: 'null' },
              object(
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

/** The rules of a ruleset. */
export const ruleList: NamedSchema = {
  name: 'Rules',
  schema: (refer) => ({
    type: 'array',
    maxItems: 100,
    description: 'Rules in order: the first that holds decides.',
    items: object(
      {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 64,
          description: 'Name of the rule, unique in the ruleset; decisions show it.',
        },
        when: { ...refer(condition) },
        then: { ...refer(ruleAction) },
      },
      ['name', 'then'],
      'A rule: `then` applies if `when` holds. Without `when` it always applies.',
    ),
  }),
};

@ValueObject({ about: 'A valid but suspicious part of a ruleset.' })
export class RuleWarning {
  @f.Text('Path of the part, such as `rules[1].when`.', {
    required: true,
    max: 1024,
    holds: 'identifier',
    example: 'rules[1].when',
  })
  param!: string;
  @f.Text('What is suspicious, and the remedy.', {
    required: true,
    max: 1024,
    holds: 'message',
    example: 'rules[1] never applies.',
  })
  message!: string;
}

@ValueObject({ about: 'A decision that a ruleset made about a payment or payout.' })
export class RuleDecided {
  @f.Enumeration(() => RuleDecision, 'The decision.', { required: true })
  decision!: ValueOf<typeof RuleDecision>;
  @f.Id('The ruleset that decided.', { required: true }) ruleset_id!: string;
  @f.Integer('Version of the ruleset.', { required: true, min: 1, example: 3 }) version!: number;
  @f.Text('Name of the rule that held; null if the default applied, or nothing.', {
    holds: 'code',
    example: 'cards in Europe',
  })
  rule?: string | null;
  @f.Json('The action, as `then` of the rule; null if no rule held and there is no default.', {
    schema: ruleAction,
    example: { connectors: ['adyen'] },
  })
  action?: unknown;
  @f.Text('The reason, in one sentence for people.', {
    required: true,
    max: 1024,
    holds: 'message',
    example:
      'Rule "cards in Europe" holds: country DE. Main (mca_main) is the first of its accounts that can take it.',
  })
  why!: string;
  @f.Bool(
    'Of `three_ds`: whether the latest attempt requested an exemption with the authorization; false if one was decided and its connector cannot request it, or more was asked. Null if no exemption was decided.',
    { example: true },
  )
  exemption_requested?: boolean | null;
  @f.Bool('Of `three_ds`: whether the issuer accepted the requested exemption. Null until it is known.', {
    example: true,
  })
  exemption_granted?: boolean | null;
  @f.Text('Of `three_ds`: electronic commerce indicator of the authentication, once known.', {
    holds: 'code',
    example: '05',
  })
  eci?: string | null;
  @f.Bool('Of `three_ds`: whether the issuer is liable for fraud. Null until it is known.', {
    example: false,
  })
  liability_shift?: boolean | null;
}

type ListOptions = NonNullable<Parameters<typeof f.ObjectList>[2]>;
/** The description and options of the decisions that a payment or payout keeps. */
export const decidedAtConfirmation: [about: string, options: ListOptions] = [
  'Decisions of rulesets at the latest confirmation, in the order in which they were made.',
  { onlyIfSet: 'Rulesets can be used in REST too, and decide.', event: true, example: [] },
];
