import { ruleAction } from '../../../core/entities/values/rule-actions.ts';
import { ruleList } from '../../../core/entities/values/rule-documents.ts';
import * as f from '../../../core/model/fields.ts';
import { Input, ValueObject } from '../../../core/model/index.ts';
import { ruleProgram } from './program-documents.ts';

const PROFILE = "Business profile; the merchant's default or only profile if omitted.";
const NAME = 'Name of the rules; that of the active rules if omitted.';

export class DecisionRulesQuery {
  @f.Id(PROFILE) profile_id?: string | null;
}

@Input({ about: "Parameters for setting 3-D Secure rules in Hyperswitch's rule language." })
export class ThreeDsRulesBody {
  @f.Text(NAME, { max: 64 }) name?: string | null;
  @f.Json('The rules. A selection is `{override_3ds}`: `three_ds`, `no_three_ds` or null.', {
    schema: ruleProgram,
  })
  algorithm?: unknown;
  @f.Json('Another name of `algorithm`.', { schema: ruleProgram }) program?: unknown;
  @f.Id(PROFILE) profile_id?: string | null;
}

@ValueObject({ about: "Display of surcharges on the customer's pages." })
export class SurchargeDisplay {
  @f.Bool('Whether pages show the surcharge beside the total. They always do: false is refused.')
  show_surcharge_breakup_screen?: boolean | null;
}

@Input({ about: "Parameters for setting surcharge rules in Hyperswitch's rule language." })
export class SurchargeRulesBody {
  @f.Text(NAME, { max: 64 }) name?: string | null;
  @f.Json(
    'The rules. A selection is `{surcharge_details}`: `{surcharge: {type: "fixed", value} | {type: "rate", value: {percentage}}, tax_on_surcharge: {percentage} | null}`, or null.',
    { required: true, schema: ruleProgram },
  )
  algorithm!: unknown;
  @f.NestedObject(() => SurchargeDisplay, "Display on the customer's pages.")
  merchant_surcharge_configs?: SurchargeDisplay | null;
  @f.Id(PROFILE) profile_id?: string | null;
}

/** The members of rules in either language. */
abstract class ShownRules {
  @f.Text('Name of the rules.', { required: true, example: 'American Express' }) name!: string;
  @f.Id('Business profile.', { required: true }) profile_id!: string;
  @f.Id('The ruleset.', { required: true }) ruleset_id!: string;
  @f.Json('The rules, as rulesets have them.', { required: true, schema: ruleList, example: [] })
  rules!: unknown;
  @f.Json('The action if no rule holds, as rulesets have it.', { schema: ruleAction }) default?: unknown;
  @f.Timestamp('Time of creation.', { required: true }) created_at!: Date;
  @f.Timestamp('Time of the latest activation or deactivation.', { required: true }) modified_at!: Date;
}

@ValueObject({ about: "3-D Secure rules in Hyperswitch's rule language." })
export class ThreeDsRules extends ShownRules {
  @f.Json("The rules; null if Hyperswitch's rule language cannot express them.", { schema: ruleProgram })
  program?: unknown;
}

@ValueObject({ about: "Surcharge rules in Hyperswitch's rule language." })
export class SurchargeRules extends ShownRules {
  @f.Json("The rules; null if Hyperswitch's rule language cannot express them.", { schema: ruleProgram })
  algorithm?: unknown;
  @f.NestedObject(() => SurchargeDisplay, "Display on the customer's pages.", {
    required: true,
    example: { show_surcharge_breakup_screen: true },
  })
  merchant_surcharge_configs!: SurchargeDisplay;
}
