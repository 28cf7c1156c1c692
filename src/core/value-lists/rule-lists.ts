import type { ValueList } from '../entities/value-list.ts';
import { BLOCKLIST, fitsList, type ListKindName } from '../entities/values/list-values.ts';
import { factOf } from '../entities/values/rule-facts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { memberPath, ValidationErrors } from '../model/validation-errors.ts';
import type { WrittenRules } from '../rules/compiled-rules.ts';
import { isListComparison } from '../rules/list-lookups.ts';
import type { FactComparison, FactCondition } from '../rules/rule-conditions.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** A list that rules name, by its identifier or name. */
interface NamedList {
  readonly name: string;
  readonly kind: ListKindName | undefined;
  /** The path of the name. */
  readonly path: string;
}

/** An action that may add to a list. */
interface AddingAction {
  readonly add_to_list?: { readonly list: string; readonly field: string } | null;
}

/**
 * Valid rules with the identifiers of the lists that they name. One statement, or none for rules without lists.
 *
 * @throws {Problem} `resource_not_found` for an unknown list, by the path of its name; `invalid_parameter` for a list of
 *   another kind than the fact's.
 */
export async function withListIds(
  tx: WritingContext,
  written: WrittenRules<unknown>,
): Promise<WrittenRules<unknown>> {
  const named: NamedList[] = [];
  replaceNames(written, (list) => {
    named.push(list);
    return list.name;
  });
  if (named.length === 0) return written;
  const merchant_id = requireMerchant(tx);
  const names = [...new Set(named.map(({ name }) => name))];
  // Locked, so that none is deleted before the rules are stored.
  const text = `select list_id, name, kind from value_lists
    where merchant_id = $1 and (list_id = any($2::text[]) or name = any($2::text[])) for key share`;
  const statement = { text, values: [merchant_id, names], touches: { reads: ['value_lists'] } };
  const found = await tx.rows.query<Pick<ValueList, 'list_id' | 'name' | 'kind'>>(statement, merchant_id);
  const errors = new ValidationErrors();
  const resolved = replaceNames(written, ({ kind, name, path }) => {
    if (name === BLOCKLIST) {
      if (!fitsList('card', kind))
        errors.invalid(path, 'must be another list: the blocklist has cards and BINs');
      return name;
    }
    const list = found.find((one) => one.list_id === name) ?? found.find((one) => one.name === name);
    if (!list) throw notFound('value list', path);
    if (!fitsList(list.kind, kind)) errors.invalid(path, `must be a list of kind ${kind}, not ${list.kind}`);
    return list.list_id;
  });
  errors.raise();
  return resolved;
}

type Replace = (list: NamedList) => string;

function replaceNames(
  { default: otherwise, rules }: WrittenRules<unknown>,
  replace: Replace,
): WrittenRules<unknown> {
  return {
    rules: rules.map((rule, i) => ({
      ...rule,
      ...(rule.when ? { when: inCondition(rule.when, `rules[${i}].when`, replace) } : {}),
      then: inAction(rule.then, `rules[${i}].then`, replace),
    })),
    default: otherwise ? inAction(otherwise, 'default', replace) : (otherwise ?? null),
  };
}

function inAction(action: unknown, path: string, replace: Replace): unknown {
  const { add_to_list: adds } = action as AddingAction;
  if (!adds) return action;
  const list = replace({
    name: adds.list,
    kind: factOf(adds.field)?.list,
    path: `${path}.add_to_list.list`,
  });
  return { ...(action as AddingAction), add_to_list: { ...adds, list } };
}

function inCondition(condition: FactCondition, path: string, replace: Replace): FactCondition {
  const each = (parts: readonly FactCondition[], name: string) =>
    parts.map((part, i) => inCondition(part, `${memberPath(path, name)}[${i}]`, replace));
  if ('all' in condition) return { all: each(condition.all, 'all') };
  if ('any' in condition) return { any: each(condition.any, 'any') };
  if ('not' in condition) return { not: inCondition(condition.not, memberPath(path, 'not'), replace) };
  return 'count' in condition ? condition : inComparison(condition, path, replace);
}

function inComparison(condition: FactComparison, path: string, replace: Replace): FactComparison {
  if (!isListComparison(condition.comparison)) return condition;
  const { field, value } = condition;
  const list = { name: String(value), kind: factOf(field)?.list, path: memberPath(path, 'value') };
  return { ...condition, value: replace(list) };
}
