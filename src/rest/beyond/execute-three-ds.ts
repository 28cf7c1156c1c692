import { ruleAction } from '../../core/entities/values/rule-actions.ts';
import { Problem } from '../../core/foundation/errors.ts';
import * as f from '../../core/model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../../core/model/index.ts';
import { decisionRules } from '../../core/operations/decision-rules.ts';
import { decideThreeDs } from '../../core/payments/authorize/decide-three-ds.ts';
import { countryOf } from '../dialects/hyperswitch/countries.ts';
import { threeDsDecisionOf } from '../dialects/hyperswitch/program-outputs.ts';
import { handleAt } from '../places/handle-at.ts';
import { one } from '../response-shapes.ts';

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

export const executeThreeDs = handleAt(decisionRules.executeThreeDsRules, {
  method: 'post',
  path: '/three_ds_decision/execute',
  body: ThreeDsExecution,
  response: one(ThreeDsExecuted),
  example: {
    body: {
      routing_id: 'rul_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
      payment: { amount: 5000, currency: 'EUR' },
      payment_method: { card_network: 'Visa' },
      issuer: { name: 'Example Bank', country: 'Germany' },
    },
  },
  handle: async (ctx, { body }) => {
    const { issuer, metadata, payment, payment_method: method, routing_id: id } = body;
    const facts = {
      amount: payment.amount,
      currency: payment.currency,
      payment_method: 'card',
      card_isin: payment.extended_card_bin ?? payment.card_bin ?? null,
      card_network: method?.card_network ?? null,
      card_issuer: issuer?.name ?? null,
      card_issuing_country: countryOf(issuer?.country ?? null),
      metadata: metadata ?? null,
    };
    try {
      const action = await decideThreeDs(ctx, id, facts);
      return { action, decision: threeDsDecisionOf(action ?? { three_ds: null }) };
    } catch (error) {
      throw error instanceof Problem && error.param ? inTheirTerms(error, error.param) : error;
    }
  },
});

const theirNames: Readonly<Record<string, string>> = {
  ruleset_id: 'routing_id',
  'payment.card_isin': 'payment.card_bin',
  'payment.card_network': 'payment_method.card_network',
  'payment.card_issuer': 'issuer.name',
  'payment.card_issuing_country': 'issuer.country',
  'payment.metadata': 'metadata',
};

function inTheirTerms({ code, message }: Problem, param: string): Problem {
  const name = theirNames[param] ?? param;
  return new Problem(code, message.replaceAll(param, name), { param: name });
}
