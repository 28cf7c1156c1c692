import { describe, expect, test } from 'vitest';
import { adyenCapabilities } from '../../../src/connectors/adyen/capabilities.ts';
import { currencyDecidedElsewhere, schemeTerms } from '../../../src/connectors/method-terms.ts';
import { sandboxCapabilities } from '../../../src/connectors/sandbox/capabilities.ts';
import { stripeCapabilities } from '../../../src/connectors/stripe/capabilities.ts';

const types = [adyenCapabilities, sandboxCapabilities, stripeCapabilities].flatMap((connector) =>
  [
    ...Object.entries(connector.paymentMethods ?? {}),
    ...Object.entries(connector.payoutMethods ?? {}),
  ].flatMap(([kind, ability]) =>
    (ability.types ?? []).map((type) => ({
      connector: connector.name,
      kind,
      type,
      terms: ability.terms?.[type],
    })),
  ),
);

test('Every kind of method except cards lists its types', () => {
  for (const { paymentMethods, payoutMethods } of [
    adyenCapabilities,
    sandboxCapabilities,
    stripeCapabilities,
  ]) {
    for (const methods of [paymentMethods, payoutMethods]) {
      const open = Object.entries(methods ?? {}).filter(([, ability]) => ability.types === null);
      expect(open.map(([kind]) => kind)).toEqual(['card']);
    }
  }
});

describe.each(types)('$connector $kind $type', ({ terms, type }) => {
  test('The type has the currencies of its scheme, or fewer, or a reason for having none', () => {
    const scheme = (schemeTerms as Readonly<Record<string, { currencies: ReadonlySet<string> }>>)[type];
    if (!scheme) {
      expect(Object.keys(currencyDecidedElsewhere)).toContain(type);
      expect(terms?.currencies).toBeUndefined();
      return;
    }
    expect(terms?.currencies?.size).toBeGreaterThan(0);
    expect([...terms!.currencies!].filter((code) => !scheme.currencies.has(code))).toEqual([]);
  });
});

test('Every scheme, and every type without one, is supported by a connector', () => {
  const used = new Set(types.map(({ type }) => type));
  const known = [...Object.keys(schemeTerms), ...Object.keys(currencyDecidedElsewhere)];
  expect(known.filter((type) => !used.has(type))).toEqual([]);
});
