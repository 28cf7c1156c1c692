import * as f from '../../../core/model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../../../core/model/index.ts';
import { PageQuery } from '../../places/list-query.ts';

/** The transaction type of routing configurations that 3-D Secure rulesets are shown as. */
export const ThreeDsTransaction = enumeration('ThreeDsTransaction', 'Transaction type of 3-D Secure rules.', {
  three_ds_authentication: 'Rules of the decision `three_ds`.',
});
const TYPE = 'Transaction type.';
const PROFILE = "Business profile; the merchant's default or only profile if omitted.";

@Input({ about: 'Parameters for creating a routing configuration of 3-D Secure.' })
export class ThreeDsRoutingCreation {
  @f.Text('Name of the configuration.', { required: true, max: 64 }) name!: string;
  @f.Text("Description for the merchant's own use.") description?: string | null;
  @f.Json('The rules: `{type: "three_ds_decision_rule", data}`.', { required: true }) algorithm!: unknown;
  @f.Id(PROFILE) profile_id?: string | null;
  @f.Enumeration(() => ThreeDsTransaction, TYPE, { required: true })
  transaction_type!: ValueOf<typeof ThreeDsTransaction>;
}

@Input({ about: 'Parameters for deactivating the active routing configuration of 3-D Secure.' })
export class ThreeDsRoutingDeactivation {
  @f.Id(PROFILE) profile_id?: string | null;
  @f.Enumeration(() => ThreeDsTransaction, TYPE, { required: true })
  transaction_type!: ValueOf<typeof ThreeDsTransaction>;
}

@Input({ about: 'Parameters for activating a routing configuration of 3-D Secure.' })
export class ThreeDsRoutingActivation {
  @f.Enumeration(() => ThreeDsTransaction, TYPE) transaction_type?: ValueOf<typeof ThreeDsTransaction> | null;
}

/** The query of their list. */
export class ThreeDsRoutingQuery extends PageQuery {
  @f.Id('Filter by exact `profile_id`.') profile_id?: string | null;
  @f.Enumeration(() => ThreeDsTransaction, TYPE) transaction_type?: ValueOf<typeof ThreeDsTransaction> | null;
}

@ValueObject({ about: 'A ruleset of the decision `three_ds` as a routing configuration.' })
export class ThreeDsRouting {
  @f.Id('Identifier of the ruleset.', { required: true }) id!: string;
  @f.Id('Business profile.', { required: true }) profile_id!: string;
  @f.Text('Name of the configuration.', { required: true, example: 'Germany' }) name!: string;
  @f.Text("Description for the merchant's own use.") description?: string | null;
  @f.Json("The rules; null if Hyperswitch's rule language cannot express them.") algorithm?: unknown;
  @f.Id('The ruleset.', { required: true }) ruleset_id!: string;
  @f.Enumeration(() => ThreeDsTransaction, TYPE, { required: true })
  transaction_type!: ValueOf<typeof ThreeDsTransaction>;
  @f.Bool('Whether it decides.', { required: true }) active!: boolean;
  @f.Timestamp('Time of creation.', { required: true }) created_at!: Date;
  @f.Timestamp('Time of the latest activation or deactivation.', { required: true }) modified_at!: Date;
}
