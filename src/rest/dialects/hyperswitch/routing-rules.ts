import {
  choiceSchema,
  oneOfTexts,
  routingList,
  routingObject,
  sharesSchema,
} from '../../../core/entities/values/routing-schema.ts';
import { RoutingField } from '../../../core/entities/values/typed-routing.ts';
import type { JsonSchema } from '../../../core/model/json-schema.ts';
import { isObject } from '../../../core/model/read-input.ts';
import { validatorFor } from '../../../core/model/validate.ts';
import { memberPath, ValidationErrors } from '../../../core/model/validation-errors.ts';
import { reportRouting } from '../../../core/routing/routing-algorithm.ts';
import { countryOf } from './countries.ts';
import { knownKeys } from './program-keys.ts';

/*
 * Rules as clients of Hyperswitch write them, by the public reference of its `POST /routing` (ProgramConnectorSelection).
 */

/** Names of facts beside the keys of their language. */
const others: Readonly<Record<string, string>> = {
  payment_method_type: 'payment_method_type',
  card: 'payment_method_type',
  payout_type: 'payout_type',
};

/** The facts that their conditions compare, by name: those that algorithms have. */
const fields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    knownKeys.flatMap(([name, { fact }]) =>
      RoutingField.values.includes(fact as never) ? [[name, fact]] : [],
    ),
  ),
  ...others,
};

/** Their comparisons with one value, and with a list. */
const comparisons: Readonly<Record<string, readonly [one: string, several: string | null]>> = {
  equal: ['equal', 'in'],
  not_equal: ['not_equal', 'not_in'],
  greater_than: ['greater_than', null],
  greater_than_equal: ['greater_or_equal', null],
  less_than: ['less_than', null],
  less_than_equal: ['less_or_equal', null],
};

/** Their types of value; of the last three, the value is a list. */
const lists: readonly string[] = ['enum_variant_array', 'str_value_array', 'number_array'];
const valueTypes = ['number', 'enum_variant', 'str_value', ...lists];

const anything: JsonSchema = { description: 'an object' };
const selection: JsonSchema = {
  ...routingObject({ type: oneOfTexts(['priority', 'volume_split']), data: anything }, ['type', 'data']),
  allOf: [
    {
      if: { properties: { type: { const: 'priority' } } },
      then: { properties: { data: routingList(choiceSchema, 0) } },
    },
    {
      if: { properties: { type: { const: 'volume_split' } } },
      then: { properties: { data: sharesSchema } },
    },
  ],
};
const condition = routingObject(
  {
    lhs: oneOfTexts(Object.keys(fields)),
    comparison: oneOfTexts(Object.keys(comparisons)),
    value: routingObject(
      { type: oneOfTexts(valueTypes), value: { description: 'the value to compare lhs with' } },
      ['type', 'value'],
    ),
    metadata: { type: ['object', 'null'], description: 'an object' },
  },
  ['lhs', 'comparison', 'value'],
);
const statement = (nested: JsonSchema): JsonSchema =>
  routingObject({ condition: routingList(condition, 1), nested }, ['condition']);
const none: JsonSchema = { type: 'null', description: 'null: three levels are the most' };
const levels = [1, 2].reduce(
  (inner: JsonSchema) => statement({ ...routingList(inner, 0), type: ['array', 'null'] }),
  statement(none),
);
const rules: JsonSchema = {
  type: 'object',
  properties: {
    rules: routingList(
      routingObject(
        {
          name: { type: ['string', 'null'], maxLength: 64, description: 'text of at most 64 characters' },
          connectorSelection: selection,
          statements: routingList(levels, 1),
        },
        ['connectorSelection', 'statements'],
      ),
      0,
    ),
    defaultSelection: selection,
    metadata: { type: ['object', 'null'], description: 'an object' },
  },
  required: ['defaultSelection'],
  additionalProperties: false,
  description: 'an object with rules and defaultSelection',
};

type Json = Readonly<Record<string, unknown>>;
interface Selection {
  readonly type: 'priority' | 'volume_split';
  readonly data: readonly unknown[];
}
interface Condition {
  readonly lhs: string;
  readonly comparison: string;
  readonly value: { readonly type: string; readonly value: unknown };
}
interface Statement {
  readonly condition: readonly Condition[];
  readonly nested?: readonly Statement[] | null;
}
interface TheirRules {
  readonly rules?: readonly {
    name?: string | null;
    connectorSelection: Selection;
    statements: Statement[];
  }[];
  readonly defaultSelection: Selection;
}

const validator = validatorFor<TheirRules>(rules);

/** Whether an algorithm has rules in this form: by a member that ours do not have. */
export function hasTheirRules(algorithm: unknown): boolean {
  if (!isObject(algorithm) || algorithm.type !== 'advanced' || !isObject(algorithm.data)) return false;
  const { data } = algorithm;
  const isTheirs = (rule: unknown) =>
    isObject(rule) && ('statements' in rule || 'connectorSelection' in rule);
  return 'defaultSelection' in data || (Array.isArray(data.rules) && data.rules.some(isTheirs));
}

/** An algorithm in its stored form, with the path in the request of each part. */
export interface ReadRules {
  readonly algorithm: Json;
  /** The path that was given for a path within the algorithm. */
  readonly given: (path: string) => string;
}

/**
 * Reads an algorithm with rules in this form as one of ours. A rule with several statements becomes several rules, one
 * for each way to meet it.
 *
 * @param param The parameter that holds it.
 * @throws {Problem} `invalid_parameter` or `unknown_parameter`, by the path in the form that was given.
 */
export function readTheirRules(algorithm: Json, param: string): ReadRules {
  const data = memberPath(param, 'data');
  const errors = new ValidationErrors();
  const validate = validator();
  const given = algorithm.data;
  if (!validate(given)) {
    reportRouting(validate.errors ?? [], data, errors);
    errors.raise();
  }
  const { defaultSelection, rules: theirs = [] } = given as TheirRules;
  const places: string[] = [];
  const made = theirs.flatMap((rule, i) => {
    const at = `${data}.rules[${i}]`;
    return rule.statements.flatMap((statement, j) =>
      ways(statement, `${at}.statements[${j}]`, errors).map((conditions) => {
        places.push(at);
        return { name: rule.name || null, conditions, ...selected(rule.connectorSelection) };
      }),
    );
  });
  errors.raise();
  const isSplit = defaultSelection.type === 'volume_split';
  if (isSplit) {
    made.push({ name: 'default', conditions: [], ...selected(defaultSelection) });
    places.push(`${data}.defaultSelection`);
  }
  return {
    algorithm: {
      ...algorithm,
      data: { rules: made, default: isSplit ? [] : defaultSelection.data },
    },
    given: (path) =>
      path
        .replace(/\.data\.rules\[(\d+)\]/, (_, i: string) => places[Number(i)]!.slice(param.length))
        .replace(/\.data\.default(?=\[|$)/, '.data.defaultSelection.data')
        .replace(/(\]|defaultSelection)\.(connectors|volume_split)/, (_, end: string) =>
          end === ']' ? '].connectorSelection.data' : 'defaultSelection.data',
        ),
  };
}

const selected = ({ data, type }: Selection): Json =>
  type === 'priority' ? { connectors: data } : { volume_split: data };

/** The alternative lists of conditions of a statement: its own, each with one nested statement's if there are any. */
function ways({ condition, nested }: Statement, at: string, errors: ValidationErrors): Json[][] {
  const own = condition.map((each, i) => conditionOf(each, `${at}.condition[${i}]`, errors));
  if (!nested?.length) return [own];
  return nested.flatMap((inner, i) =>
    ways(inner, `${at}.nested[${i}]`, errors).map((rest) => [...own, ...rest]),
  );
}

function conditionOf({ comparison, lhs, value }: Condition, at: string, errors: ValidationErrors): Json {
  const field = fields[lhs]!;
  const isList = lists.includes(value.type);
  const [one, several] = comparisons[comparison]!;
  if (isList && several === null) errors.invalid(`${at}.comparison`, 'must be equal or not_equal for a list');
  if (isList !== Array.isArray(value.value)) {
    errors.invalid(`${at}.value.value`, isList ? `must be a list for ${value.type}` : 'must be one value');
  }
  const given = field === 'country' ? countriesOf(value.value) : value.value;
  return { field, comparison: isList ? several : one, value: given };
}

/** Country codes: their rules name countries in English, without spaces. */
const countriesOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(countryOf) : countryOf(value);
