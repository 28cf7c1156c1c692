import { Problem } from '../../core/foundation/errors.ts';
import { decisionRules } from '../../core/operations/decision-rules.ts';
import { decideThreeDs } from '../../core/payments/authorize/decide-three-ds.ts';
import { countryOf } from '../dialects/hyperswitch/countries.ts';
import { ThreeDsExecuted, ThreeDsExecution } from '../dialects/hyperswitch/execution-bodies.ts';
import { threeDsDecisionOf } from '../dialects/hyperswitch/program-outputs.ts';
import { handleAt } from '../places/handle-at.ts';
import { one } from '../response-shapes.ts';

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
