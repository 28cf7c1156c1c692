import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factOf } from '../../../../src/core/entities/values/rule-facts.ts';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import { ValidationErrors } from '../../../../src/core/model/validation-errors.ts';
import { compileRules, decideBy } from '../../../../src/core/rules/compiled-rules.ts';
import { readRules } from '../../../../src/core/rules/read-rules.ts';
import {
  countryName,
  countryOf,
  namedCountries,
} from '../../../../src/rest/dialects/hyperswitch/countries.ts';
import { knownKeys, programKeys } from '../../../../src/rest/dialects/hyperswitch/program-keys.ts';
import {
  type ProgramOutput,
  surchargeSelection,
  threeDsDecision,
  threeDsDecisions,
  threeDsOverride,
} from '../../../../src/rest/dialects/hyperswitch/program-outputs.ts';
import { readProgram } from '../../../../src/rest/dialects/hyperswitch/read-program.ts';
import { writeProgram } from '../../../../src/rest/dialects/hyperswitch/write-program.ts';
import { seed } from '../../../kit/property.ts';

const RUNS = 500;

/*
 * The keys of Hyperswitch's rule language: `DirKeyKind` of its crate euclid, by their serialized names.
 */
const theirKeys = [
  ...[
    'payment_method',
    'card_bin',
    'extended_card_bin',
    'card_type',
    'card_network',
    'pay_later',
    'gift_card',
  ],
  ...['mandate_acceptance_type', 'mandate_type', 'payment_type', 'wallet', 'upi', 'voucher', 'bank_transfer'],
  ...[
    'bank_redirect',
    'bank_debit',
    'crypto',
    'metadata',
    'reward',
    'amount',
    'surcharge_amount',
    'currency',
  ],
  ...['authentication_type', 'capture_method', 'country', 'business_country', 'billing_country', 'connector'],
  ...['business_label', 'setup_future_usage', 'card_redirect', 'real_time_payment', 'open_banking'],
  ...['mobile_payment', 'issuer_name', 'issuer_country', 'customer_device_platform', 'customer_device_type'],
  ...['customer_device_display_size', 'acquirer_country', 'acquirer_fraud_rate', 'transaction_initiator'],
  ...['network_token_type', 'card_discovery'],
];

interface Condition {
  readonly lhs: string;
  readonly comparison: string;
  readonly value: { readonly type: string; readonly value: unknown };
  readonly metadata: object;
}
interface Statement {
  readonly condition: readonly Condition[];
  readonly nested: readonly Statement[] | null;
}
interface Program {
  readonly rules: readonly { name: string; connectorSelection: object; statements: readonly Statement[] }[];
  readonly defaultSelection: object;
  readonly metadata: object;
}

/** A payment as their interpreter sees it: values by key. */
type Input = Readonly<Record<string, string | number | undefined>> & {
  readonly metadata?: never;
};
interface Payment {
  readonly values: Input;
  readonly metadata: Readonly<Record<string, string>>;
}

const orders: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  equal: (one, other) => one === other,
  not_equal: (one, other) => one !== other,
  greater_than: (one, other) => one > other,
  greater_than_equal: (one, other) => one >= other,
  less_than: (one, other) => one < other,
  less_than_equal: (one, other) => one <= other,
};

/** Their interpreter: rules in order, a rule by one statement, a statement by all conditions and one nested statement. */
function interpret({ defaultSelection, rules }: Program, payment: Payment): object {
  const compares = ({ comparison, lhs, value: { type, value } }: Condition): boolean => {
    const known = payment.values[lhs];
    switch (type) {
      case 'number':
        return known !== undefined && orders[comparison]!(Number(known), Number(value));
      case 'number_comparison_array': {
        const parts = value as { comparisonType: string; number: number }[];
        const fits = parts.some((part) => orders[part.comparisonType]!(Number(known), part.number));
        return fits === (comparison === 'equal');
      }
      case 'metadata_variant': {
        const { key, value: wanted } = value as { key: string; value: string };
        return (payment.metadata[key] === wanted) === (comparison === 'equal');
      }
      default:
        return [value].flat().includes(known as never) === (comparison === 'equal');
    }
  };
  const holds = ({ condition, nested }: Statement): boolean =>
    condition.every(compares) && (nested === null || nested.some(holds));
  return rules.find(({ statements }) => statements.some(holds))?.connectorSelection ?? defaultSelection;
}

/** The values of enumerated keys, in their spelling. */
const variants: Readonly<Record<string, readonly string[]>> = {
  payment_method: ['card', 'wallet', 'bank_debit'],
  card_type: ['credit', 'debit'],
  card_network: ['Visa', 'Mastercard', 'AmericanExpress'],
  wallet: ['google_pay', 'paypal'],
  currency: ['EUR', 'USD', 'JPY'],
  authentication_type: ['three_ds', 'no_three_ds'],
  capture_method: ['automatic', 'manual'],
  setup_future_usage: ['on_session', 'off_session'],
  billing_country: ['Germany', 'France', 'UnitedStatesOfAmerica', 'CotedIvoire'],
  issuer_country: ['Germany', 'Netherlands'],
};
const texts: Readonly<Record<string, readonly string[]>> = {
  card_bin: ['424242', '555555'],
  extended_card_bin: ['42424242', '55555555'],
  issuer_name: ['Example Bank', 'Other Bank'],
};

const condition = (lhs: string, comparison: string, type: string, value: unknown): Condition => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});
const equality = fc.constantFrom('equal', 'not_equal');
const order = fc.constantFrom(...Object.keys(orders));
const number = fc.integer({ min: 0, max: 5 });

const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(...Object.keys(variants)).chain((lhs) =>
    fc.oneof(
      fc
        .tuple(equality, fc.constantFrom(...variants[lhs]!))
        .map(([how, one]) => condition(lhs, how, 'enum_variant', one)),
      fc
        .tuple(equality, fc.uniqueArray(fc.constantFrom(...variants[lhs]!), { minLength: 1 }))
        .map(([how, some]) => condition(lhs, how, 'enum_variant_array', some)),
    ),
  ),
  fc
    .constantFrom(...Object.keys(texts))
    .chain((lhs) =>
      fc
        .tuple(equality, fc.constantFrom(...texts[lhs]!))
        .map(([how, one]) => condition(lhs, how, 'str_value', one)),
    ),
  fc.tuple(order, number).map(([how, one]) => condition('amount', how, 'number', one)),
  fc
    .tuple(equality, fc.uniqueArray(number, { minLength: 1 }))
    .map(([how, some]) => condition('amount', how, 'number_array', some)),
  fc.tuple(equality, fc.array(fc.tuple(order, number), { minLength: 2, maxLength: 3 })).map(([how, some]) =>
    condition(
      'amount',
      how,
      'number_comparison_array',
      some.map(([comparisonType, one]) => ({ comparisonType, number: one })),
    ),
  ),
  fc
    .tuple(equality, fc.constantFrom('gold', 'silver'))
    .map(([how, value]) => condition('metadata', how, 'metadata_variant', { key: 'tier', value })),
);

const statements = (depth: number): fc.Arbitrary<Statement> =>
  fc.record({
    condition: fc.array(conditions, { minLength: 0, maxLength: 2 }),
    nested:
      depth === 0
        ? fc.constant(null)
        : fc.option(fc.array(statements(depth - 1), { minLength: 1, maxLength: 2 })),
  });

const programs = (selections: readonly object[], nothing: object): fc.Arbitrary<Program> =>
  fc
    .record({
      rules: fc.array(
        fc.record({
          connectorSelection: fc.constantFrom(...selections),
          statements: fc.array(statements(2), { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      defaultSelection: fc.constantFrom(nothing, ...selections),
    })
    .map(({ defaultSelection, rules }) => ({
      rules: rules.map((rule, i) => ({ name: `rule ${i + 1}`, ...rule })),
      defaultSelection,
      metadata: {},
    }));

/** A payment in their values, and the facts of the same payment. */
const payments = fc
  .record({
    amount: number,
    payment_method: fc.constantFrom(...variants.payment_method!),
    card_network: fc.option(fc.constantFrom(...variants.card_network!), { nil: undefined }),
    type: fc.option(fc.constantFrom(...variants.card_type!, ...variants.wallet!), { nil: undefined }),
    bin: fc.option(fc.constantFrom(...texts.extended_card_bin!), { nil: undefined }),
    currency: fc.constantFrom(...variants.currency!),
    authentication_type: fc.option(fc.constantFrom(...variants.authentication_type!), { nil: undefined }),
    capture_method: fc.constantFrom(...variants.capture_method!),
    setup_future_usage: fc.option(fc.constantFrom(...variants.setup_future_usage!), { nil: undefined }),
    billing_country: fc.option(fc.constantFrom(...variants.billing_country!), { nil: undefined }),
    issuer_country: fc.option(fc.constantFrom(...variants.issuer_country!), { nil: undefined }),
    issuer_name: fc.option(fc.constantFrom(...texts.issuer_name!), { nil: undefined }),
    tier: fc.option(fc.constantFrom('gold', 'silver'), { nil: undefined }),
  })
  .map(({ bin, tier, type, ...values }) => ({
    theirs: {
      values: {
        ...values,
        card_type: type,
        wallet: type,
        extended_card_bin: bin,
        card_bin: bin?.slice(0, 6),
      },
      metadata: tier ? { tier } : {},
    } as Payment,
    facts: {
      ...{ amount: values.amount, currency: values.currency, payment_method: values.payment_method },
      ...{ card_network: values.card_network, capture_method: values.capture_method, card_isin: bin },
      ...{ authentication_type: values.authentication_type, payment_method_type: type },
      ...{ setup_future_usage: values.setup_future_usage, card_issuer: values.issuer_name },
      country: countryOf(values.billing_country) as string | undefined,
      card_issuing_country: countryOf(values.issuer_country) as string | undefined,
    },
    metadata: tier ? { tier } : null,
  }));

const percentages = [0, 0.5, 2, 2.35, 100].map((percentage) => ({ percentage }));
const kinds: readonly (readonly [
  name: string,
  output: ProgramOutput<never>,
  selections: readonly object[],
])[] = [
  ['override', threeDsOverride as never, [{ override_3ds: 'three_ds' }, { override_3ds: 'no_three_ds' }]],
  ['decision', threeDsDecision as never, threeDsDecisions.map((decision) => ({ decision }))],
  [
    'surcharge',
    surchargeSelection as never,
    [
      { surcharge_details: null },
      { surcharge_details: { surcharge: { type: 'fixed', value: 25 }, tax_on_surcharge: null } },
      ...percentages.map((value) => ({
        surcharge_details: { surcharge: { type: 'rate', value }, tax_on_surcharge: { percentage: 19 } },
      })),
    ],
  ],
];

test.each(kinds)(
  'A program of kind %s decides as a ruleset as it does by their interpreter',
  (_, output, selections) => {
    fc.assert(
      fc.property(
        programs(selections, output.nothing),
        fc.array(payments, { minLength: 1, maxLength: 8 }),
        (program, all) => {
          const read = readProgram(output, program, 'algorithm');
          const errors = new ValidationErrors();
          readRules(read.rules, () => {}, errors);
          errors.raise();
          const rules = compileRules('three_ds', null, read as never);
          for (const { facts, metadata, theirs } of all) {
            const { action } = decideBy(rules, { facts, metadata, at: new Date(0) });
            const selected = action === null ? output.nothing : output.write(action as never);
            const expected = interpret(program, theirs);
            // Nothing and an explicit nothing have the same effect.
            expect(output.read(selected, '', errors)).toEqual(output.read(expected, '', errors));
          }
        },
      ),
      { seed, numRuns: RUNS },
    );
  },
);

test.each(kinds)(
  'A program of kind %s is shown with the same decisions, and read again is the same ruleset',
  (_, output, selections) => {
    let written = 0;
    fc.assert(
      fc.property(
        programs(selections, output.nothing),
        fc.array(payments, { minLength: 1, maxLength: 8 }),
        (program, all) => {
          const read = readProgram(output, program, 'algorithm');
          const shown = writeProgram(output, read as never) as Program | null;
          if (!shown) return;
          written++;
          const again = readProgram(output, shown, 'algorithm');
          expect({ rules: again.rules, default: again.default }).toEqual({
            rules: read.rules,
            default: read.default,
          });
          for (const { theirs } of all) expect(interpret(shown, theirs)).toEqual(interpret(program, theirs));
        },
      ),
      { seed, numRuns: RUNS },
    );
    // Their language can express almost everything that was read from it.
    expect(written).toBeGreaterThan(RUNS * 0.9);
  },
);

test.each(kinds)(
  'A program of kind %s with plain statements is shown as it was given',
  (_, output, selections) => {
    const plain = programs(selections, output.nothing).filter(({ rules }) =>
      rules.every(({ statements: all }) =>
        all.every(
          ({ condition: own, nested }) =>
            nested === null &&
            own.length > 0 &&
            own.every(
              ({ comparison, value }) => value.type !== 'number_comparison_array' || comparison === 'equal',
            ),
        ),
      ),
    );
    fc.assert(
      fc.property(plain, (program) => {
        const shown = writeProgram(output, readProgram(output, program, 'algorithm') as never);
        expect(shown).toEqual(program);
      }),
      { seed, numRuns: 100 },
    );
  },
);

test('Each key of their language is a fact of ours, or is refused by its path with what would be right', () => {
  expect(Object.keys(programKeys).sort()).toEqual([...theirKeys].sort());
  expect(knownKeys.length).toBeGreaterThan(20);
  const samples: Readonly<Record<string, unknown>> = {
    enum: ['enum_variant', 'x'],
    text: ['str_value', 'x'],
    number: ['number', 1],
  };
  for (const [lhs, key] of Object.entries(programKeys)) {
    const [type, value] = ('type' in key && (samples[key.type] as [string, unknown])) || [
      'enum_variant',
      'x',
    ];
    const given =
      'type' in key && key.type === 'metadata'
        ? condition(lhs, 'equal', 'metadata_variant', { key: 'tier', value: 'gold' })
        : condition(lhs, 'equal', type, 'digits' in key ? '1'.repeat(key.digits!) : value);
    const program = {
      rules: [
        {
          name: 'one',
          connectorSelection: { decision: 'no_three_ds' },
          statements: [{ condition: [given] }],
        },
      ],
      defaultSelection: { decision: 'no_three_ds' },
    };
    if ('fact' in key) {
      const [rule] = readProgram(threeDsDecision, program, 'algorithm').rules;
      const { field } = rule!.when as { field: string };
      expect({ [lhs]: Boolean(factOf(field)) }).toEqual({ [lhs]: true });
      continue;
    }
    expect(problemOf(program)).toMatchObject({
      code: 'invalid_parameter',
      param: 'algorithm.rules[0].statements[0].condition[0].lhs',
      message: expect.stringContaining(`must not be ${lhs}: ${key.instead}`),
    });
  }
});

function problemOf(program: unknown): unknown {
  try {
    readProgram(threeDsDecision, program, 'algorithm');
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const AT = 'algorithm.rules[0].statements[0].condition[0]';
const withCondition = (one: object) => ({
  rules: [
    { name: 'one', connectorSelection: { decision: 'no_three_ds' }, statements: [{ condition: [one] }] },
  ],
  defaultSelection: { decision: 'no_three_ds' },
});

test.each([
  [withCondition(condition('wallets', 'equal', 'enum_variant', 'x')), `${AT}.lhs`],
  [withCondition(condition('amount', 'equals', 'number', 1)), `${AT}.comparison`],
  [withCondition(condition('currency', 'less_than', 'enum_variant', 'EUR')), `${AT}.comparison`],
  [withCondition(condition('amount', 'less_than', 'number_array', [1])), `${AT}.comparison`],
  [withCondition(condition('amount', 'equal', 'enum_variant', 'EUR')), `${AT}.value.type`],
  [withCondition(condition('amount', 'equal', 'number', 'x')), `${AT}.value.value`],
  [withCondition(condition('card_bin', 'equal', 'str_value', '4242')), `${AT}.value.value`],
  [withCondition(condition('currency', 'equal', 'enum_variant_array', ['EUR', 1])), `${AT}.value.value[1]`],
  [
    withCondition(
      condition('amount', 'equal', 'number_comparison_array', [{ comparisonType: 'x', number: 1 }]),
    ),
    `${AT}.value.value[0].comparisonType`,
  ],
  [withCondition({ ...condition('amount', 'equal', 'number', 1), logical: 'AND' }), `${AT}.logical`],
  [{ rules: [] }, 'algorithm.defaultSelection'],
  [
    { ...withCondition(condition('amount', 'equal', 'number', 1)), defaultSelection: { decision: 'x' } },
    'algorithm.defaultSelection.decision',
  ],
  [
    {
      rules: [{ name: 'one', connectorSelection: { decision: 'no_three_ds' }, statements: [] }],
      defaultSelection: {},
    },
    'algorithm.defaultSelection.decision',
  ],
])('%j is refused by the path %s', (program, param) => {
  const problem = problemOf(program) as Problem | null;
  const params = [problem?.param, ...(problem?.parameters ?? []).map((one) => one.param)];
  expect(params).toContain(param);
});

test('Each of their countries is named as they name it, and read in either spelling', () => {
  const names = [...namedCountries()];
  expect(names.length).toBeGreaterThan(245);
  expect(names.filter(([code, name]) => countryOf(name) !== code || countryName(code) !== name)).toEqual([]);
  const spelled = ['France', 'Burkina Faso', 'BurkinaFaso', 'AlandIslands', 'Turkey', 'United States', 'US'];
  expect(spelled.map(countryOf)).toEqual(['FR', 'BF', 'BF', 'AX', 'TR', 'US', 'US']);
});
