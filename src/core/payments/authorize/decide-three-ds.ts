import { rulesOf } from '../../business-profiles/rulesets.ts';
import { Ruleset } from '../../entities/ruleset.ts';
import type { Context } from '../../foundation/context.ts';
import { invalidParameter, notFound } from '../../foundation/errors.ts';
import { reachesProfile } from '../../foundation/permissions.ts';
import { compileRules, decideBy } from '../../rules/compiled-rules.ts';
import type { ThreeDsAction } from '../../rules/three-ds-action.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { lookUpFor, readFacts } from './evaluate-rules.ts';

/**
 * The action of a ruleset of the decision `three_ds` about facts of a payment, whether or not it is active; null if it decides
 * nothing. Nothing is changed.
 *
 * @param facts As `payment` of `evaluateRules`.
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for a ruleset of another decision, and for an invalid fact, by
 * its path; `not_permitted` for a caller who may not read payments, if rules count or look up.
 */
export function decideThreeDs(
  ctx: Context,
  rulesetId: string,
  facts: unknown,
): Promise<ThreeDsAction | null> {
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const found = await tx.transaction.em.findOne(Ruleset, { merchant_id, ruleset_id: rulesetId });
    if (!found || !reachesProfile(tx, found.profile_id)) throw notFound('ruleset', 'ruleset_id');
    const { decision, ruleset_id, version } = found;
    if (decision !== 'three_ds') {
      throw invalidParameter('ruleset_id', `ruleset_id must be a ruleset of three_ds, not of ${decision}.`);
    }
    const rules = compileRules(decision, { ruleset_id, version }, rulesOf(found));
    const subject = { ...readFacts(facts, tx.ports.now()), countryOf: tx.ports.countryOf };
    const lookedUp = await lookUpFor(tx, merchant_id, rules.lookups, subject);
    return decideBy(rules, { ...subject, lookedUp }).action as ThreeDsAction | null;
  });
}
