import { ruleAction } from '../../../core/entities/values/rule-actions.ts';
import * as f from '../../../core/model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../../../core/model/index.ts';

@ValueObject({ about: 'Amount and card of a payment.' })
export class DecidedPayment {
  @f.Amount('The total, in minor units.', { required: true, example: 5000 }) amount!: number;
  @f.Currency('ISO 4217 code of the currency.', { required: true, example: 'EUR' }) currency!: string;
  @f.Text('First six digits of the card number.', { max: 6, holds: 'code' }) card_bin?: string | null;
  @f.Text('First eight digits of the card number.', { max: 8, holds: 'code' }) extended_card_bin?:
    | string
    | null;
}

@ValueObject({ about: 'Card of a payment.' })
export class DecidedMethod {
  @f.Text('Network of the card.', { example: 'Visa', holds: 'code' }) card_network?: string | null;
  @f.Text('Ignored: rules do not compare it.', { holds: 'code' }) card_discovery?: string | null;
}

@ValueObject({ about: 'Issuer of a card.' })
export class DecidedIssuer {
  @f.Text('Name of the issuer.') name?: string | null;
  @f.Text('Country of the issuer: its ISO 3166 code or its English name.', {
    example: 'Germany',
    holds: 'code',
  })
  country?: string | null;
}

@Input({ about: 'Parameters for executing 3-D Secure rules.' })
export class ThreeDsExecution {
  @f.Id('The routing configuration for `three_ds_authentication`: a ruleset of the decision `three_ds`.', {
    required: true,
  })
  routing_id!: string;
  @f.NestedObject(() => DecidedPayment, 'Amount and card.', { required: true }) payment!: DecidedPayment;
  @f.NestedObject(() => DecidedMethod, 'Payment method.') payment_method?: DecidedMethod | null;
  @f.NestedObject(() => DecidedIssuer, 'Issuer of the card.') issuer?: DecidedIssuer | null;
  @f.JsonObject('Metadata of the payment.') metadata?: Record<string, unknown> | null;
  @f.JsonObject('Ignored: rules do not compare it.') customer_device?: Record<string, unknown> | null;
  @f.JsonObject('Ignored: rules do not compare it.') acquirer?: Record<string, unknown> | null;
}

export const ThreeDsWord = enumeration('ThreeDsWord', "Decision about 3-D Secure in Hyperswitch's words.", {
  no_three_ds: 'The payment decides.',
  challenge_requested: '3-D Secure with a challenge.',
  challenge_preferred: '3-D Secure; the issuer decides about the challenge.',
  issuer_three_ds_exemption_requested: '3-D Secure, preferably without a challenge.',
  three_ds_exemption_requested_tra: 'An exemption by transaction risk analysis is requested.',
  three_ds_exemption_requested_low_value: 'An exemption for a low value is requested.',
});

@ValueObject({ about: 'A decision about 3-D Secure.' })
export class ThreeDsExecuted {
  @f.Enumeration(() => ThreeDsWord, 'The decision; null for an exemption without a word.')
  decision?: ValueOf<typeof ThreeDsWord> | null;
  @f.Json('The action, as rulesets have it; null if nothing is decided.', { schema: ruleAction })
  action?: unknown;
}
