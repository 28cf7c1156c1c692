import { RuleReplay, RuleReplayPayment } from '../../core/entities/rule-replay.ts';
import { rulesets } from '../../core/operations/rulesets.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { page } from '../response-shapes.ts';

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
  listAt(rulesets.listRuleReplays, '/rulesets/replays'),
  retrieveAt(rulesets.retrieveRuleReplay, '/rulesets/replays/{replay_id}'),
  handleAt(rulesets.listRuleReplayPayments, {
    method: 'get',
    path: '/rulesets/replays/{replay_id}/payments',
    query: listQuery(RuleReplayPayment),
    example: { query: { from_account: 'mca_main', to_account: 'mca_europe', limit: 20 } },
    response: page(RuleReplayPayment),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, RuleReplay, path.replay_id);
      const where = [
        ...queryConditions(RuleReplayPayment, query as Query),
        { field: 'replay_id', op: 'eq' as const, value: path.replay_id },
      ];
      return readList(ctx, RuleReplayPayment, 'full', where, query as ListPage);
    },
  }),
  retrieveAt(rulesets.retrieveRuleset, '/rulesets/{ruleset_id}'),
  writeAt(rulesets.activateRuleset, { method: 'post', path: '/rulesets/{ruleset_id}/activate' }),
  writeAt(rulesets.deactivateRuleset, { method: 'post', path: '/rulesets/{ruleset_id}/deactivate' }),
  writeAt(rulesets.replayRuleset, {
    method: 'post',
    path: '/rulesets/{ruleset_id}/replay',
    example: {
      body: { created_gte: '2026-11-01T00:00:00.000Z', created_lt: '2026-11-08T00:00:00.000Z' },
    },
  }),
];
