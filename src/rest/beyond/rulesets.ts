import { rulesets } from '../../core/operations/rulesets.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const rulesetsBeyond = [
  writeAt(rulesets.createRuleset, {
    method: 'post',
    path: '/rulesets',
    example: {
      body: {
        decision: 'payment_routing',
        name: 'Cards in Europe first',
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        rules: [
          {
            name: 'large in Europe',
            when: {
              all: [
                { field: 'country', comparison: 'in', value: ['DE', 'FR'] },
                { field: 'currency', comparison: 'equal', value: 'EUR' },
                { field: 'amount', comparison: 'greater_than', value: 100000 },
              ],
            },
            then: { connectors: ['adyen'] },
          },
        ],
        default: { connectors: ['stripe', 'adyen'] },
      },
    },
  }),
  listAt(rulesets.listRulesets, '/rulesets'),
  writeAt(rulesets.evaluateRules, {
    method: 'post',
    path: '/rulesets/evaluate',
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        payment: { amount: 120000, currency: 'EUR', payment_method: 'card', country: 'DE' },
      },
    },
  }),
  retrieveAt(rulesets.retrieveRuleset, '/rulesets/{ruleset_id}'),
  writeAt(rulesets.activateRuleset, { method: 'post', path: '/rulesets/{ruleset_id}/activate' }),
  writeAt(rulesets.deactivateRuleset, { method: 'post', path: '/rulesets/{ruleset_id}/deactivate' }),
];
