import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ruleAction } from './values/rule-actions.ts';
import { RuleWarning, ruleList } from './values/rule-documents.ts';
import { RuleDecision } from './values/rule-facts.ts';

export const RulesetStatus = enumeration('RulesetStatus', 'State of a ruleset.', {
  draft: 'Never activated.',
  active: 'It decides.',
  retired:
    'It decided until another ruleset was activated, or it was deactivated. It can be activated again.',
});

/** Longest name and description, in characters. */
const NAME_MAX = 64;

/** The rules of one decision of a business profile. They never change; a change is another version. */
@Resource({
  table: 'rulesets',
  id: 'ruleset_id',
  prefix: 'rul',
  about:
    'The rules of one decision of a business profile. A ruleset never changes: for a change, create the next version and activate it.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'profile',
  audited: { shows: 'values' },
  indexes: {
    rulesets_one_active: {
      columns: ['merchant_id', 'profile_id', 'decision'],
      unique: true,
      where: "status = 'active'",
    },
    rulesets_versions: { columns: ['merchant_id', 'profile_id', 'decision', 'version'], unique: true },
  },
})
export class Ruleset extends MerchantOwned {
  @f.Id('Unique identifier of the ruleset.', { required: true }) ruleset_id!: string;
  @f.Id('Business profile whose payments or payouts it decides about.', { required: true, filter: true })
  profile_id!: string;
  @f.Enumeration(() => RuleDecision, 'Decision that it makes.', {
    required: true,
    checked: true,
    filter: true,
    example: 'payment_routing',
  })
  decision!: ValueOf<typeof RuleDecision>;
  @f.Integer('Version: counts up from 1 per profile and decision.', { required: true, min: 1, example: 3 })
  version!: number;
  @f.Text('Name of the ruleset.', { required: true, max: NAME_MAX, example: 'Cards in Europe first' })
  name!: string;
  @f.Text("Description for the merchant's own use.") description?: string | null;
  @f.Enumeration(
    () => RulesetStatus,
    'Whether it decides: at most one ruleset per profile and decision is active.',
    {
      required: true,
      checked: true,
      filter: true,
      default: "'draft'",
    },
  )
  status!: ValueOf<typeof RulesetStatus>;
  @f.Json('Rules in order: the first that holds decides.', {
    required: true,
    schema: ruleList,
    example: [
      {
        name: 'cards in Europe',
        when: { field: 'country', comparison: 'in', value: ['DE', 'FR'] },
        then: { connectors: ['adyen'] },
      },
    ],
  })
  rules!: unknown;
  @f.Json(
    'Action, as `then` of a rule, if no rule holds. Without one nothing is decided: accounts are tried oldest first.',
    { schema: ruleAction, example: { connectors: ['stripe'] } },
  )
  default?: unknown;
  @f.ObjectList(() => RuleWarning, 'Valid but suspicious parts of the rules, found at creation.', {
    example: [],
  })
  warnings!: RuleWarning[];
  @f.Timestamp('Time of its creation.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('Time of its latest activation; null if never activated.') activated_at?: Date | null;
  @f.Timestamp('Time at which it was last activated, deactivated or replaced.', { required: true })
  modified_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile of the ruleset.', {
    onDelete: 'cascade',
  })
  profile?: BusinessProfile;
}
