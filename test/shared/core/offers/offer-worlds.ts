import fc from 'fast-check';
import { FutureUsage } from '../../../../src/core/entities/payment-enumerations.ts';
import type { Connector } from '../../../../src/core/foundation/ports/connector.ts';
import { chargeableKinds, typesOfKind } from '../../../../src/core/payment-methods/method-details.ts';
import { wrappedSandbox } from '../../../kit/wrapped-sandbox.ts';

/** Connectors that behave like the sandbox with fewer capabilities. */
const lesser: Readonly<Record<string, (sandbox: Connector) => Partial<Connector>>> = {
  in_euros: () => ({ currencies: new Set(['EUR']) }),
  at_once: (sandbox) => ({
    abilities: new Set([...sandbox.abilities].filter((ability) => ability !== 'capture')),
  }),
  in_one_part: (sandbox) => ({
    abilities: new Set([...sandbox.abilities].filter((ability) => ability !== 'multiple_captures')),
  }),
  of_few_methods: () => ({
    paymentMethods: {
      card: { types: null },
      wallet: { types: ['paypal'], capturesLater: true, currencies: new Set(['USD', 'EUR']) },
      bank_debit: { types: ['sepa'], needs: new Set(['holder_name'] as const) },
    },
  }),
};

/** The options of a service with the sandbox and the lesser connectors. */
export function withLesserConnectors(now: () => Date) {
  const wrapped = wrappedSandbox(now, () => ({}));
  const [sandbox] = wrapped.connectors as [Connector];
  const others = Object.entries(lesser).map(([name, less]) => ({ ...sandbox, ...less(sandbox), name }));
  return { ...wrapped, connectors: [sandbox, ...others] };
}

const connectorNames = ['sandbox', ...Object.keys(lesser)];
const currencies = ['EUR', 'USD', 'GBP'];
const countries = ['DE', 'US', 'FR'];
const AMOUNT_MAX = 10_000;

/** Card numbers by network. */
export const numbers: Readonly<Record<string, string>> = {
  Visa: '4242424242424242',
  Mastercard: '5555555555554444',
  'American Express': '378282246310005',
};

/** Most limits are off, since each active one excludes a lot. */
const seldom = <T, U>(arbitrary: fc.Arbitrary<T>, otherwise: U) =>
  fc.oneof({ weight: 1, arbitrary }, { weight: 7, arbitrary: fc.constant(otherwise) });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => seldom(arbitrary, null);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const accepted = (codes: readonly string[]) =>
  fc.record({
    type: fc.constantFrom('enable_only', 'disable_only', 'all_accepted'),
    list: fc.subarray([...codes]),
  });

const entry = fc.constantFrom('card', 'card', ...chargeableKinds, 'crypto').chain((payment_method) =>
  fc.record({
    payment_method: fc.constant(payment_method),
    payment_method_types: seldom(
      fc.subarray(payment_method === 'crypto' ? [] : [...typesOfKind(payment_method)]),
      [],
    ),
    payment_schemes: seldom(
      fc.subarray(payment_method === 'card' ? ['VISA', 'master card', 'Amex'] : []),
      [],
    ),
    payment_method_issuers: fc.constant([]),
    accepted_currencies: maybe(accepted(currencies)),
    accepted_countries: maybe(accepted(countries)),
    minimum_amount: maybe(fc.nat(AMOUNT_MAX)),
    maximum_amount: maybe(fc.nat(AMOUNT_MAX)),
    recurring_enabled: fc.boolean(),
  }),
);

const account = fc.record({
  connector_name: fc.constantFrom('sandbox', ...connectorNames),
  disabled: seldom(fc.constant(true), false),
  status: seldom(fc.constant('inactive'), 'active'),
  connector_type: seldom(fc.constant('payout_processor'), 'payment_processor'),
  ofOther: seldom(fc.constant(true), false),
  payment_methods_enabled: fc.array(entry, { minLength: 2, maxLength: 6 }),
});

const choices = fc.uniqueArray(fc.constantFrom(...connectorNames), { minLength: 1, maxLength: 3 });
const condition = fc.oneof(
  fc.record({
    field: fc.constant('card_network'),
    comparison: fc.constantFrom('equal', 'not_equal'),
    value: fc.constantFrom('Visa', 'Mastercard'),
  }),
  fc.record({
    field: fc.constant('payment_method_type'),
    comparison: fc.constant('in'),
    value: fc.constant(['credit', 'ideal', 'sepa']),
  }),
  fc.record({
    field: fc.constant('amount'),
    comparison: fc.constantFrom('greater_than', 'less_than'),
    value: fc.nat(AMOUNT_MAX),
  }),
);
const routing = fc.oneof(
  choices.map(([connector]) => ({ type: 'single', data: { connector } })),
  choices.map((data) => ({ type: 'priority', data })),
  choices.map((names) => ({
    type: 'volume_split',
    data: names.map((connector, i) => ({ split: i === 0 ? 100 - (names.length - 1) : 1, connector })),
  })),
  fc
    .record({ conditions: fc.array(condition, { maxLength: 2 }), connectors: choices, otherwise: choices })
    .map(({ otherwise, ...rule }) => ({ type: 'advanced', data: { rules: [rule], default: otherwise } })),
);

const payment = fc.record({
  amount: fc.nat(AMOUNT_MAX),
  currency: fc.constantFrom(...currencies),
  country: sometimes(fc.constantFrom(...countries)),
  capture_method: seldom(fc.constantFrom('manual', 'manual_multiple', 'sequential_automatic'), 'automatic'),
  setup_future_usage: maybe(fc.constantFrom(...FutureUsage.values)),
  hasCustomer: fc.constantFrom(true, true, false),
  hasName: fc.boolean(),
  off_session: seldom(fc.constant(true), false),
  isAuthenticatedElsewhere: seldom(fc.constant(true), false),
  allowed_payment_method_types: seldom(fc.subarray(['credit', 'paypal', 'ideal', 'sepa']), []),
  ofOther: seldom(fc.constant(true), false),
  surcharge: maybe(fc.nat(100)),
});

/** A customer's possible means of payment: a type, and for cards a network. */
const attempt = fc.constantFrom(...chargeableKinds, 'card', 'card').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    type: fc.constantFrom(...typesOfKind(kind)),
    network: fc.constantFrom(...Object.keys(numbers)),
    usage: sometimes(fc.constantFrom(...FutureUsage.values)),
  }),
);

/** A merchant's accounts and routing, a payment, and ways to pay it. */
export const worlds = fc.record({
  accounts: fc.array(account, { minLength: 1, maxLength: 4 }),
  routing: sometimes(routing),
  payment,
  attempts: fc.array(attempt, { minLength: 4, maxLength: 6 }),
});

export type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;
export type WayToPay = World['attempts'][number];
