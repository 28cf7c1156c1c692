import * as f from '../../model/fields.ts';
import { type NamedSchema, ValueObject, type ValueOf } from '../../model/index.ts';
import { COUNT_MAX, ruleComparisons, velocityCounts, velocitySubjects } from './fact-types.ts';
import { closedObject, ruleAction } from './rule-actions.ts';
import { documentedFacts, RuleDecision } from './rule-facts.ts';

const conditions = (description: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'object', description: 'A condition.' },
  description,
});

const velocity = closedObject(
  {
    count: {
      type: 'string',
      enum: [...velocityCounts],
      description: 'Objects to count; `payments` are pending or successful payments.',
    },
    by: {
      type: 'string',
      enum: [...velocitySubjects],
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
      closedObject(
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
      closedObject(
        { all: conditions('Conditions that must all hold.') },
        ['all'],
        'Holds if all conditions hold.',
      ),
      closedObject(
        { any: conditions('Conditions of which one must hold.') },
        ['any'],
        'Holds if one condition holds.',
      ),
      closedObject(
        { not: { type: 'object', description: 'A condition.' } },
        ['not'],
        'Holds if the condition does not.',
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
    items: closedObject(
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
