import { isDeepStrictEqual } from 'node:util';
import type { FactValue, RuleComparison } from '../../../core/entities/values/fact-types.ts';
import { METADATA } from '../../../core/entities/values/rule-facts.ts';
import { Problem, parametersProblem } from '../../../core/foundation/errors.ts';
import { memberPath, ValidationErrors } from '../../../core/model/validation-errors.ts';
import { type DecisionRule, readRuleList, readRuleObject } from '../../../core/rules/read-rules.ts';
import type { FactComparison, FactCondition } from '../../../core/rules/rule-conditions.ts';
import { type KnownKey, programKey, programKeys } from './program-keys.ts';
import type { ProgramOutput } from './program-outputs.ts';

/*
 * The rule language of Hyperswitch (`Program` of its API reference): rules of statements, of which one must hold; a
 * statement holds if all its conditions do, and one of its nested statements.
 */

/** Most entries of a list. */
const ENTRIES_MAX = 100;
const NAME_MAX = 64;

/** A program as the rules of a ruleset. */
export interface ReadProgram<Action> {
  readonly rules: readonly DecisionRule<Action>[];
  /** Null if the default decides nothing. */
  readonly default: Action | null;
  /** The path in the program of a path in the rules. */
  readonly given: (path: string) => string;
}

/** Their comparisons of numbers, and ours. */
export const orderComparisons: Readonly<Record<string, RuleComparison>> = {
  equal: 'equal',
  not_equal: 'not_equal',
  greater_than: 'greater_than',
  greater_than_equal: 'greater_or_equal',
  less_than: 'less_than',
  less_than_equal: 'less_or_equal',
};

const opposites: Readonly<Record<string, string>> = {
  equal: 'not_equal',
  not_equal: 'equal',
  greater_than: 'less_than_equal',
  less_than_equal: 'greater_than',
  less_than: 'greater_than_equal',
  greater_than_equal: 'less_than',
};

/** The types of value by the type of the key: one, several, and alternatives of comparisons. */
const valueTypes: Readonly<Record<KnownKey['type'], readonly string[]>> = {
  enum: ['enum_variant', 'enum_variant_array'],
  number: ['number', 'number_array', 'number_comparison_array'],
  text: ['str_value'],
  metadata: ['metadata_variant'],
};

/** Where a comparison was given: the condition, and its value. */
interface Origin {
  readonly at: string;
  readonly comparison: string;
  readonly value: string;
}

/**
 * Reads a program. Names of rules that are the same get a number.
 *
 * @param param The parameter that holds it.
 * @throws {Problem} `invalid_parameter`, `missing_parameter` or `unknown_parameter`, by the path in the program.
 */
export function readProgram<Action>(
  output: ProgramOutput<Action>,
  program: unknown,
  param: string,
): ReadProgram<Action> {
  const errors = new ValidationErrors();
  const reader = new Reader(errors);
  const read = readRuleObject(program, param, ['rules', 'defaultSelection', 'metadata'], errors);
  if (!read) errors.raise();
  const { defaultSelection, rules = [] } = read!;
  const selected = selection(output, defaultSelection, memberPath(param, 'defaultSelection'), errors);
  const place = memberPath(param, 'rules');
  const listed = readRuleList(rules, place, [0, ENTRIES_MAX, 'rules'], errors);
  const names = new Set<string>();
  const made = (listed ?? []).flatMap((rule, i): DecisionRule<Action>[] => {
    const at = `${place}[${i}]`;
    const members = ['name', 'connectorSelection', 'routingOutput', 'statements'];
    const given = readRuleObject(rule, at, members, errors);
    if (!given) return [];
    const spelling = given.routingOutput === undefined ? 'connectorSelection' : 'routingOutput';
    const then = selection(output, given[spelling], memberPath(at, spelling), errors);
    const when = reader.statements(given.statements, memberPath(at, 'statements'));
    const name = uniqueName(given.name, memberPath(at, 'name'), names, errors);
    return [{ name, ...(when && { when }), then: then as Action }];
  });
  errors.raise();
  // A ruleset has a rule or a default.
  const isNothing = made.length > 0 && isDeepStrictEqual(defaultSelection, output.nothing);
  return {
    rules: made,
    default: isNothing ? null : selected,
    given: givenPath(param, made, reader.origins),
  };
}

function selection<Action>(
  output: ProgramOutput<Action>,
  value: unknown,
  path: string,
  errors: ValidationErrors,
): Action | null {
  if (value !== undefined && value !== null) return output.read(value, path, errors);
  errors.missing(path);
  return null;
}

function uniqueName(name: unknown, path: string, taken: Set<string>, errors: ValidationErrors): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_MAX) {
    errors.invalid(path, `must be text of 1 to ${NAME_MAX} characters`);
    return '';
  }
  let own = name;
  for (let n = 2; taken.has(own); n++) own = `${name.slice(0, NAME_MAX - 6)} (${n})`;
  taken.add(own);
  return own;
}

/** Conditions that must all hold. */
type Conjunction = readonly FactCondition[];

class Reader {
  readonly origins = new Map<object, Origin>();

  constructor(private readonly errors: ValidationErrors) {}

  /** The condition of which one statement must hold; undefined if one always does. */
  statements(value: unknown, path: string): FactCondition | undefined {
    const listed = readRuleList(value, path, [1, ENTRIES_MAX, 'statements'], this.errors) ?? [];
    return anyOf(listed.map((one, i) => this.#statement(one, `${path}[${i}]`)));
  }

  #statement(value: unknown, path: string): Conjunction {
    const { conditions, nested } = this.#parts(value, path);
    // Deeper statements are written out, so that the condition is as deep as rules may be.
    const inner = nested && anyOf(nested.flatMap(({ at, one }) => this.#ways(one, at)));
    if (!inner) return conditions;
    return 'all' in inner ? [...conditions, ...inner.all] : [...conditions, inner];
  }

  /** The ways to meet a statement: its conditions, with those of one nested statement. */
  #ways(value: unknown, path: string): Conjunction[] {
    const { conditions, nested } = this.#parts(value, path);
    if (!nested) return [conditions];
    return nested.flatMap(({ at, one }) => this.#ways(one, at)).map((way) => [...conditions, ...way]);
  }

  #parts(value: unknown, path: string) {
    const read = readRuleObject(value, path, ['condition', 'nested'], this.errors) ?? {};
    const at = memberPath(path, 'condition');
    const listed = readRuleList(read.condition, at, [0, ENTRIES_MAX, 'conditions'], this.errors) ?? [];
    const conditions = listed.flatMap((one, i) => this.#condition(one, `${at}[${i}]`));
    if ((read.nested ?? null) === null) return { conditions, nested: null };
    const within = memberPath(path, 'nested');
    const nested = readRuleList(read.nested, within, [1, ENTRIES_MAX, 'statements'], this.errors) ?? [];
    return { conditions, nested: nested.map((one, i) => ({ one, at: `${within}[${i}]` })) };
  }

  #condition(value: unknown, path: string): Conjunction {
    const members = ['lhs', 'comparison', 'value', 'metadata'];
    const read = readRuleObject(value, path, members, this.errors);
    if (!read) return [];
    const key = programKey(read.lhs);
    const lhs = memberPath(path, 'lhs');
    if (!key) this.errors.invalid(lhs, `must be one of ${Object.keys(programKeys).join(', ')}`);
    else if ('instead' in key) this.errors.invalid(lhs, `must not be ${read.lhs}: ${key.instead}`);
    else return this.#compared(key, read.comparison, read.value, path);
    return [];
  }

  #compared(key: KnownKey, comparison: unknown, typed: unknown, path: string): Conjunction {
    const at = memberPath(path, 'value');
    const read = readRuleObject(typed, at, ['type', 'value'], this.errors);
    if (!read) return [];
    const { type, value } = read;
    const types = valueTypes[key.type];
    if (!types.includes(type as string)) {
      this.errors.invalid(memberPath(at, 'type'), `must be one of ${types.join(', ')}`);
      return [];
    }
    const isOne = type === types[0];
    const comparisons =
      isOne && key.type === 'number' ? Object.keys(orderComparisons) : ['equal', 'not_equal'];
    const name = comparisons.find((one) => one === comparison);
    if (!name) {
      const place = memberPath(path, 'comparison');
      this.errors.invalid(place, `must be one of ${comparisons.join(', ')} with a value of type ${type}`);
      return [];
    }
    const place = memberPath(at, 'value');
    if (type === 'metadata_variant') return this.#metadata(name, value, path, place);
    if (type === 'number_comparison_array') return this.#ranges(key, name === 'equal', value, path, place);
    return [
      this.#one(key, name, isOne, value, {
        at: path,
        comparison: memberPath(path, 'comparison'),
        value: place,
      }),
    ];
  }

  #one(key: KnownKey, name: string, isOne: boolean, value: unknown, origin: Origin): FactComparison {
    const { digits, fact, spelling, type } = key;
    const values = isOne
      ? [value]
      : (readRuleList(value, origin.value, [1, 250, 'values'], this.errors) ?? []);
    for (const [i, one] of values.entries()) {
      const place = isOne ? origin.value : `${origin.value}[${i}]`;
      const isValid = type === 'number' ? Number.isInteger(one) : typeof one === 'string';
      if (!isValid) this.errors.invalid(place, type === 'number' ? 'must be a whole number' : 'must be text');
      else if (digits && !new RegExp(`^\\d{${digits}}$`).test(String(one))) {
        this.errors.invalid(place, `must be ${digits} digits`);
      }
    }
    const read = values.map((one) => (spelling ? spelling.read(one) : one)) as FactValue[];
    const comparison = isOne ? orderComparisons[name]! : name === 'equal' ? 'in' : 'not_in';
    return this.#keep({ field: fact, comparison, value: isOne ? read[0]! : read }, origin);
  }

  #metadata(name: string, value: unknown, path: string, place: string): Conjunction {
    const read = readRuleObject(value, place, ['key', 'value'], this.errors) ?? {};
    for (const part of ['key', 'value'] as const) {
      const isText = typeof read[part] === 'string' && read[part] !== '';
      if (!isText) this.errors.invalid(memberPath(place, part), 'must be text');
    }
    const origin = {
      at: path,
      comparison: memberPath(path, 'comparison'),
      value: memberPath(place, 'value'),
    };
    const field = `${METADATA}${String(read.key)}`;
    return [this.#keep({ field, comparison: orderComparisons[name]!, value: String(read.value) }, origin)];
  }

  /** Numbers of which one must fit, or none. */
  #ranges(key: KnownKey, isPositive: boolean, value: unknown, path: string, place: string): Conjunction {
    const listed = readRuleList(value, place, [1, ENTRIES_MAX, 'comparisons'], this.errors) ?? [];
    const parts = listed.map((one, i) => {
      const at = `${place}[${i}]`;
      const read = readRuleObject(one, at, ['comparisonType', 'number'], this.errors) ?? {};
      const given = Object.keys(orderComparisons).find((name) => name === read.comparisonType);
      const comparison = memberPath(at, 'comparisonType');
      if (!given) {
        this.errors.invalid(comparison, `must be one of ${Object.keys(orderComparisons).join(', ')}`);
      }
      const name = given ?? 'equal';
      const origin = { at: path, comparison, value: memberPath(at, 'number') };
      return this.#one(key, isPositive ? name : opposites[name]!, true, read.number, origin);
    });
    if (!isPositive) return parts;
    const one = anyOf(parts.map((part) => [part]));
    return one ? [one] : [];
  }

  #keep(condition: FactComparison, origin: Origin): FactComparison {
    this.origins.set(condition, origin);
    return condition;
  }
}

/** The condition that one of several conjunctions holds; undefined if one of them is empty, and always does. */
function anyOf(ways: readonly Conjunction[]): FactCondition | undefined {
  if (ways.some((way) => way.length === 0)) return undefined;
  const parts = ways.map((way) => (way.length === 1 ? way[0]! : { all: way }));
  return parts.length === 1 ? parts[0] : { any: parts };
}

/** Runs a command with a program's rules. Its errors name the parts of the program. */
export async function withProgram<Result>(
  { given }: Pick<ReadProgram<unknown>, 'given'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || !error.param) throw error;
    const all = error.parameters.length > 0 ? error.parameters : [{ ...pick(error), param: error.param }];
    throw parametersProblem(
      all.map(({ code, message, param }) => {
        const path = given(param);
        return { code, param: path, message: message.replaceAll(param, path) };
      }),
    );
  }
}

const pick = ({ code, message }: Problem) => ({ code, message });

/** Finds the part of a program that a path in its rules came from. */
function givenPath(
  param: string,
  rules: readonly DecisionRule[],
  origins: ReadonlyMap<object, Origin>,
): (path: string) => string {
  return (path) => {
    const [, index, rest] = /^rules\[(\d+)\](.*)$/.exec(path) ?? [];
    if (index === undefined) {
      if (path === 'rules') return memberPath(param, 'rules');
      return path === 'default' || path.startsWith('default.') ? memberPath(param, 'defaultSelection') : path;
    }
    const at = `${memberPath(param, 'rules')}[${index}]`;
    if (rest === '.name' || rest === '') return at + rest;
    if (rest!.startsWith('.then')) return `${at}.connectorSelection`;
    let part: unknown = rules[Number(index)];
    let left = rest!;
    for (const [step, name, entry] of rest!.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
      const origin = origins.get(part as object);
      if (origin) return pathWithin(origin, left);
      part = (part as Record<string, unknown> | null)?.[name ?? entry!];
      left = left.slice(step.length);
    }
    const origin = origins.get(part as object);
    return origin ? pathWithin(origin, left) : `${at}.statements`;
  };
}

const pathWithin = ({ at, comparison, value }: Origin, rest: string): string => {
  if (rest.startsWith('.comparison')) return comparison;
  if (rest.startsWith('.field')) return memberPath(at, 'lhs');
  return rest.startsWith('.value') ? value + rest.slice('.value'.length) : at;
};
