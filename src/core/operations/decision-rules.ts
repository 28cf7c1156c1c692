import { Ruleset } from '../entities/ruleset.ts';
import { handledOperation, operationsByName } from './operation.ts';

const ofRuleset = { target: Ruleset, reach: 'profile', ofMerchant: true } as const;
const reads = { ...ofRuleset, permission: 'settings:read' } as const;
const changes = { ...ofRuleset, permission: 'settings:write' } as const;
const rest = (because: string) => ({ face: 'rest', because }) as const;
const activates = rest('GraphQL has `createRuleset` and `activateRuleset`.');
const retrieves = rest('GraphQL filters `rulesets` by `decision` and `status`.');
const deactivates = rest('GraphQL has `deactivateRuleset`.');

/** The rules of one decision of a profile, set and shown as programs: rules of statements. */
export const decisionRules = operationsByName({
  setThreeDsRules: handledOperation({
    ...changes,
    summary: 'Set the 3-D Secure rules',
    about:
      'Sets the 3-D Secure rules of a business profile, written as a program: creates the next version of its ruleset of the decision `three_ds` and activates it. `three_ds` is the action `no_preference`. Rules never lower what a payment requests: `no_three_ds` leaves it to the payment. A condition that no fact can express is refused by its path.',
    problems: ['resource_not_found'],
    only: activates,
  }),
  retrieveThreeDsRules: handledOperation({
    ...reads,
    summary: 'Retrieve the 3-D Secure rules',
    about:
      'Retrieves the active 3-D Secure rules of a business profile; `program` is null if no program can express them.',
    problems: ['resource_not_found'],
    only: retrieves,
  }),
  deleteThreeDsRules: handledOperation({
    ...changes,
    summary: 'Delete the 3-D Secure rules',
    about:
      'Deactivates the active ruleset of the decision `three_ds` of a business profile, and returns it. Its versions stay.',
    problems: ['resource_not_found'],
    only: deactivates,
  }),
  setSurchargeRules: handledOperation({
    ...changes,
    summary: 'Set the surcharge rules',
    about:
      'Sets the surcharge rules of a business profile, written as a program: creates the next version of its ruleset of the decision `surcharge` and activates it. Percentages have up to two decimals; amounts are rounded half up. A condition that no fact can express is refused by its path.',
    problems: ['resource_not_found'],
    only: activates,
  }),
  retrieveSurchargeRules: handledOperation({
    ...reads,
    summary: 'Retrieve the surcharge rules',
    about:
      'Retrieves the active surcharge rules of a business profile; `algorithm` is null if no program can express them.',
    problems: ['resource_not_found'],
    only: retrieves,
  }),
  deleteSurchargeRules: handledOperation({
    ...changes,
    summary: 'Delete the surcharge rules',
    about:
      'Deactivates the active ruleset of the decision `surcharge` of a business profile, and returns it. Its versions stay.',
    problems: ['resource_not_found'],
    only: deactivates,
  }),
  executeThreeDsRules: handledOperation({
    ...changes,
    summary: 'Execute 3-D Secure rules',
    about:
      'Says what a ruleset of the decision `three_ds` would decide about a payment, in one word. `action` is the decision as rulesets have it; it has an effect only as far as it raises what the payment requests. Nothing is changed.',
    problems: ['resource_not_found'],
    only: rest('GraphQL has `evaluateRules`.'),
  }),
});
