import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';

export const RoutingType = enumeration('RoutingType', 'Type of routing algorithm.', {
  single: 'The given connector account.',
  priority: 'The first eligible account of an ordered list.',
  volume_split: 'Accounts by percentage of traffic.',
  advanced: 'Rules over payment attributes; the first match wins.',
});

export type RoutingTypeValue = ValueOf<typeof RoutingType>;

export const RoutingFallback = enumeration(
  'RoutingFallback',
  'Handling of a payment that no account of a routing algorithm can take.',
  { none: 'The payment is refused. Otherwise the other accounts of the profile are tried, oldest first.' },
);

export const RoutingField = enumeration('RoutingField', 'Field that a routing rule compares.', {
  amount: 'The total, in minor units.',
  currency: 'ISO 4217 code of the currency.',
  country: 'ISO 3166 code of the billing country.',
  card_network: 'Network of the card, such as `Visa`.',
  payment_method: 'Kind of payment method.',
  payment_method_type: 'Type of payment method, such as `credit` or `ideal`.',
  authentication_type: 'Whether a payment asks for 3-D Secure.',
  payout_type: 'Type of destination of a payout.',
});

export const RoutingComparison = enumeration('RoutingComparison', 'Comparison in a routing rule.', {
  equal: 'The same value; case, spaces, hyphens and underscores do not matter.',
  not_equal: 'Another value, or no value.',
  in: 'One of the values.',
  not_in: 'None of the values.',
  greater_than: 'A larger amount.',
  greater_or_equal: 'The amount or a larger one.',
  less_than: 'A smaller amount.',
  less_or_equal: 'The amount or a smaller one.',
});

@ValueObject({ about: 'A connector account, or all of the profile at a connector.' })
export class RoutingChoice {
  @f.Text('Name of the connector, such as `sandbox`.', { holds: 'code' }) connector?: string | null;
  @f.Id('Connector account (`mca_…`); null for any account at the connector.')
  merchant_connector_id?: string | null;
}

@ValueObject({ about: 'A share of the traffic.' })
export class RoutingShare {
  @f.Integer('Whole percent of the traffic.', { required: true, min: 0, maximum: 100 }) split!: number;
  @f.NestedObject(() => RoutingChoice, 'Account that receives the share.', { required: true })
  account!: RoutingChoice;
}

@ValueObject({ about: 'Condition on a payment or payout in a routing rule.' })
export class RoutingCondition {
  @f.Enumeration(() => RoutingField, 'Field to compare.', { required: true })
  field!: ValueOf<typeof RoutingField>;
  @f.Enumeration(() => RoutingComparison, 'Comparison.', { required: true })
  comparison!: ValueOf<typeof RoutingComparison>;
  @f.TextList(
    'Values to compare with: one value, or for `in` and `not_in` one or more. An amount is in minor units.',
    { required: true, max: 250 },
  )
  values!: string[];
}

@ValueObject({ about: 'A rule: it applies if all its conditions hold.' })
export class RoutingRule {
  @f.Text('Name of the rule, for people.') name?: string | null;
  @f.ObjectList(
    () => RoutingCondition,
    'Conditions that must all hold; a rule without conditions always applies.',
  )
  conditions!: RoutingCondition[];
  @f.ObjectList(() => RoutingChoice, 'Accounts in order of preference; null if shares are given.')
  accounts!: RoutingChoice[];
  @f.ObjectList(() => RoutingShare, 'Accounts by share, in place of an order; the shares add up to 100.')
  shares!: RoutingShare[];
}

/** Setting shared by the types of algorithm, besides their accounts. */
abstract class FallingBack {
  @f.Enumeration(
    () => RoutingFallback,
    "`none` refuses a payment that none of the accounts can take; otherwise the other accounts of its profile are tried, oldest first. Payouts and fraud checks stay with the algorithm's accounts.",
  )
  fallback?: ValueOf<typeof RoutingFallback> | null;
}

@ValueObject({ about: 'One account.' })
class SingleRouting extends FallingBack {
  @f.NestedObject(() => RoutingChoice, 'The account.', { required: true }) account!: RoutingChoice;
}

@ValueObject({ about: 'The first account of a list that can take the payment.' })
class PriorityRouting extends FallingBack {
  @f.ObjectList(() => RoutingChoice, 'Accounts in order of preference.', { required: true })
  accounts!: RoutingChoice[];
}

@ValueObject({ about: 'Accounts by percentage of the traffic.' })
class VolumeSplitRouting extends FallingBack {
  @f.ObjectList(() => RoutingShare, 'Shares that add up to 100.', { required: true }) shares!: RoutingShare[];
}

@ValueObject({ about: 'Rules: the first rule whose conditions all hold applies.' })
class AdvancedRouting extends FallingBack {
  @f.ObjectList(() => RoutingRule, 'Rules in order: the first rule whose conditions all hold applies.')
  rules!: RoutingRule[];
  @f.ObjectList(() => RoutingChoice, 'Accounts in order, if no rule applies.') default!: RoutingChoice[];
}

@ValueObject({
  about:
    'Algorithm that selects the connector account of a payment or payout: exactly one member is set. Corresponds to `type` and `data` in the REST API.',
})
class RoutingAlgorithm {
  @f.Alternative(() => SingleRouting, '`single`: one account.') single?: SingleRouting | null;
  @f.Alternative(() => PriorityRouting, '`priority`: accounts in order.') priority?: PriorityRouting | null;
  @f.Alternative(() => VolumeSplitRouting, '`volume_split`: accounts by share.')
  volume_split?: VolumeSplitRouting | null;
  @f.Alternative(() => AdvancedRouting, '`advanced`: accounts by rules.') advanced?: AdvancedRouting | null;
}

/**
 * The class that describes routing algorithms: a union tagged by key. The GraphQL type `RoutingAlgorithm`, its input, the
 * JSON Schema of REST's `type` and `data`, and the types that the code routes by come from it.
 */
export const TypedRouting = RoutingAlgorithm;
export type TypedRouting = RoutingAlgorithm;

/** A described object after reading: members without a value are null, and compared amounts are numbers. */
type Read<T> = T extends readonly (infer Entry)[]
  ? readonly Read<Entry>[]
  : T extends object
    ? {
        readonly [K in keyof T]-?: K extends 'values'
          ? readonly (string | number)[]
          : Read<Exclude<T[K], undefined>>;
      }
    : T;

/** A connector account, or all of the profile at a connector. At least one of the two is set. */
export type AccountChoice = Read<RoutingChoice>;
/** A share of the traffic, in percent. */
export type Share = Read<RoutingShare>;
/** One condition of a rule, which has one value except for `in` and `not_in`. */
export type RuleCondition = Read<RoutingCondition>;
/** A rule with accounts or shares: it applies if all its conditions hold. */
export type Rule = Read<RoutingRule>;
/** Algorithm that selects the connector account of a payment or payout: a union distinguished by `type`. */
export type RoutingByType = {
  [Type in RoutingTypeValue]: { readonly type: Type } & Read<NonNullable<RoutingAlgorithm[Type]>>;
}[RoutingTypeValue];
