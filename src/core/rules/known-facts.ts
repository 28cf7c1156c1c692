import { factOf } from '../entities/values/rule-facts.ts';
import type { DecisionName } from './compiled-rules.ts';
import { firstAccountOf } from './fact-lookups.ts';
import type { DecisionRule } from './read-rules.ts';
import type { FactCondition } from './rule-conditions.ts';
import type { Warning } from './rule-warnings.ts';

/**
 * The comparisons of facts that are never known: of a success outside of payment routing or under an action without an account,
 * and of the country of IP addresses without a database of them.
 */
export function unknownFacts(
  decision: DecisionName,
  rules: readonly DecisionRule[],
  hasAddresses: boolean,
): Warning[] {
  return rules.flatMap(({ then, when }, i) =>
    (when ? comparedFields(when, `rules[${i}].when`) : []).flatMap(([path, field]): Warning[] => {
      const isOfAccount = factOf(field)?.ofAccount === true;
      if (isOfAccount && (decision !== 'payment_routing' || firstAccountOf(then) === null)) {
        const message = `${path} compares ${field}, which only rules of payment_routing whose action names an account know.`;
        return [{ param: path, message }];
      }
      if (field !== 'ip_country' || hasAddresses) return [];
      const message = `${path} compares ip_country, which is not known: the operator has given no database of addresses.`;
      return [{ param: path, message }];
    }),
  );
}

/** The fields that a condition compares, with the path of each. */
function comparedFields(condition: FactCondition, path: string): [path: string, field: string][] {
  if ('all' in condition)
    return condition.all.flatMap((part, i) => comparedFields(part, `${path}.all[${i}]`));
  if ('any' in condition)
    return condition.any.flatMap((part, i) => comparedFields(part, `${path}.any[${i}]`));
  if ('not' in condition) return comparedFields(condition.not, `${path}.not`);
  return 'count' in condition ? [] : [[path, condition.field]];
}
