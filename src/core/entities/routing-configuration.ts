import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { Routing } from './values/profile-settings.ts';

export const RoutedTransaction = enumeration(
  'RoutedTransaction',
  'Type of transaction that a routing configuration applies to.',
  {
    payment: 'Payments, by `routing_algorithm` of the business profile.',
    payout: 'Payouts, by `payout_routing_algorithm` of the business profile.',
  },
);

/** Name of a configuration: longer than a rule's, because people use it to distinguish versions. */
const NAME_MAX = 64;

/**
 * A named routing algorithm of a business profile. Routing uses the profile's setting, to which activation copies the
 * algorithm.
 */
@Resource({
  table: 'routing_configurations',
  id: 'id',
  prefix: 'rtg',
  about:
    "A named, immutable routing algorithm of a business profile. Activation copies it to the profile's `routing_algorithm` or `payout_routing_algorithm`.",
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'profile',
  settings: true,
  audited: { shows: 'values' },
  indexes: {
    routing_configurations_one_active: {
      columns: ['merchant_id', 'profile_id', 'transaction_type'],
      unique: true,
      where: 'active',
    },
  },
})
export class RoutingConfiguration extends MerchantOwned {
  @f.Id('Unique identifier of the routing configuration.', { required: true, graphql: 'routingId' })
  id!: string;
  @f.Id('Business profile whose payments or payouts it routes.', { required: true, filter: true })
  profile_id!: string;
  @f.Text('Name of the configuration.', { required: true, max: NAME_MAX, example: 'Cards in Europe first' })
  name!: string;
  @f.Text("Description for the merchant's own use.") description?: string | null;
  @f.NestedObject(
    () => Routing,
    'The algorithm; null if its ruleset has rules that no algorithm can express.',
  )
  algorithm?: Routing | null;
  @f.Id(
    'Ruleset with the same rules; null until the first activation of a configuration from before rulesets.',
    { filter: true },
  )
  ruleset_id?: string | null;
  @f.Enumeration(() => RoutedTransaction, 'Type of transaction that it applies to.', {
    required: true,
    checked: true,
    filter: true,
    default: "'payment'",
  })
  transaction_type!: ValueOf<typeof RoutedTransaction>;
  @f.Bool(
    "Whether the profile uses this configuration's algorithm. False again once another configuration is activated, this one is deactivated, or the profile's setting is changed.",
    { required: true, default: 'false', filter: true },
  )
  active!: boolean;
  @f.Timestamp('Time at which it was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which it was last activated or deactivated.', { required: true }) modified_at!: Date;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile of the configuration.', {
    onDelete: 'cascade',
  })
  profile?: BusinessProfile;
}
