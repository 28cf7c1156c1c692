import {
  activateRuleset,
  createRuleset,
  deactivateRuleset,
  RulesetCreation,
} from '../business-profiles/rulesets.ts';
import { RuleReplay, RuleReplayPayment } from '../entities/rule-replay.ts';
import { Ruleset } from '../entities/ruleset.ts';
import {
  evaluateRules,
  RulesEvaluation,
  RulesEvaluationRequest,
} from '../payments/authorize/evaluate-rules.ts';
import { RulesetReplay, replayRuleset } from '../replays/replay-ruleset.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const changesSettings = { permission: 'settings:write', reach: 'profile' } as const;
const writesRuleset = { ...changesSettings, target: Ruleset } as const;

export const rulesets = operationsByName({
  createRuleset: writeOperation({
    ...writesRuleset,
    summary: 'Create a ruleset',
    about:
      'Creates a ruleset: the next version of the rules of one decision of a business profile. It is a draft: it has no effect until activated, and never changes. Valid but suspicious parts are in `warnings`.',
    input: RulesetCreation,
    creates: true,
    problems: ['resource_not_found'],
    run: createRuleset,
  }),
  listRulesets: listOperation(Ruleset),
  retrieveRuleset: retrieveOperation(Ruleset),
  activateRuleset: writeOperation({
    ...writesRuleset,
    summary: 'Activate a ruleset',
    about:
      "Activates a ruleset: it decides from now on, and the active ruleset of its profile and decision is retired. Activating an older version goes back. Refused if one of its accounts no longer exists. A payment's `routing` still takes precedence.",
    ids: ['ruleset_id'],
    run: activateRuleset,
  }),
  deactivateRuleset: writeOperation({
    ...writesRuleset,
    summary: 'Deactivate a ruleset',
    about:
      'Deactivates the active ruleset: its business profile then has no rules of the decision, and accounts are tried oldest first.',
    ids: ['ruleset_id'],
    problems: ['unexpected_state'],
    run: deactivateRuleset,
  }),
  evaluateRules: writeOperation({
    ...changesSettings,
    ofMerchant: true,
    summary: 'Evaluate rules',
    about:
      'Evaluates rules: the decisions that the active rulesets, or a given ruleset, would make about a payment, by the code that decides, and the accounts that would be used. Nothing is changed, and no connector is called.',
    input: RulesEvaluationRequest,
    target: RulesEvaluation,
    problems: ['resource_not_found', 'parameters_exclusive', 'no_connector_available'],
    run: evaluateRules,
    shows: 'result',
  }),
  replayRuleset: writeOperation({
    ...changesSettings,
    target: RuleReplay,
    summary: 'Replay a ruleset',
    about:
      'Replays a ruleset, such as a draft, over the payments of a period of its business profile, or the payouts for `payout_routing`: what would have been decided with it in place of the active one, and with the present connector accounts. Up to 10 000 are answered at once, more by a job; its status is that of the replay. Nothing is changed, and no connector is called. Also requires `payments:read` or `payouts:read`, and `personal_data:read` if the rules compare the e-mail address, its domain or the phone number. At most 5 replays can be pending.',
    ids: ['ruleset_id'],
    input: RulesetReplay,
    creates: true,
    spansTransactions: true,
    problems: ['resource_not_found', 'unexpected_state'],
    run: (ctx, rulesetId, period) => replayRuleset(ctx, rulesetId, period),
  }),
  listRuleReplays: listOperation(RuleReplay, {
    summary: 'List replays of rulesets',
    about: 'Lists replays of rulesets of the last 30 days, newest first.',
  }),
  retrieveRuleReplay: retrieveOperation(RuleReplay, {
    summary: 'Retrieve a replay of a ruleset',
    about: 'Retrieves a replay of a ruleset, with its progress.',
  }),
  listRuleReplayPayments: listOperation(RuleReplayPayment, {
    summary: 'List the payments of a replay',
    about:
      'Lists the payments that a replay would move, challenge, exempt, block, review or surcharge, in the order of their creation.',
  }),
  retrieveRuleReplayPayment: retrieveOperation(RuleReplayPayment, {
    summary: 'Retrieve a payment of a replay',
    about: 'Retrieves what a replay decided about a payment.',
    only: { face: 'graphql', because: 'REST lists the payments of a replay.' },
  }),
});
