import {
  activateRuleset,
  createRuleset,
  deactivateRuleset,
  RulesetCreation,
} from '../business-profiles/rulesets.ts';
import { Ruleset } from '../entities/ruleset.ts';
import {
  evaluateRules,
  RulesEvaluation,
  RulesEvaluationRequest,
} from '../payments/authorize/evaluate-rules.ts';
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
});
