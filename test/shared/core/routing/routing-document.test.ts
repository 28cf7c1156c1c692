import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BusinessProfileUpdate } from '../../../../src/core/business-profiles/business-profile-input.ts';
import { BusinessProfile } from '../../../../src/core/entities/business-profile.ts';
import { MerchantAccount } from '../../../../src/core/entities/merchant-account.ts';
import { MerchantAccountUpdate } from '../../../../src/core/merchant-accounts/merchant-accounts.ts';
import { type JsonSchema, SchemaComponents } from '../../../../src/core/model/json-schema.ts';
import { PaymentCreation, PaymentUpdate } from '../../../../src/core/payments/payment-inputs.ts';
import { PayoutCreation } from '../../../../src/core/payouts/payout-inputs.ts';
import { readRoutingAlgorithm } from '../../../../src/core/routing/routing-algorithm.ts';
import { strictAjv } from '../../../kit/ajv.ts';
import { property } from '../../../kit/property.ts';
import { arbitraryAlgorithm } from './algorithms.ts';

const components = new SchemaComponents('#/$defs/');
const properties = (schema: JsonSchema) => {
  const name = String(schema.$ref).split('/').at(-1)!;
  return components.schemas[name]!.properties as Record<string, { anyOf?: unknown }>;
};
const ofProfile = properties(components.output(BusinessProfile, 'full'));

test('Requests and responses have one schema of routing algorithms', () => {
  const algorithm = [{ $ref: '#/$defs/RoutingAlgorithm' }, { type: 'null' }];
  const profile = ['routing_algorithm', 'frm_routing_algorithm', 'payout_routing_algorithm'];
  const places: [Record<string, { anyOf?: unknown }>, string[]][] = [
    [ofProfile, profile],
    [properties(components.input(BusinessProfileUpdate)), profile],
    [properties(components.output(MerchantAccount, 'full')), profile.slice(1)],
    [properties(components.input(MerchantAccountUpdate)), profile.slice(1)],
    [properties(components.input(PaymentCreation)), ['routing']],
    [properties(components.input(PayoutCreation)), ['routing']],
  ];
  for (const [fields, names] of places) {
    for (const name of names) expect({ [name]: fields[name]?.anyOf }).toEqual({ [name]: algorithm });
  }
  expect(properties(components.input(PaymentUpdate))).not.toHaveProperty('routing');
  expect(components.schemas.RoutingAlgorithm).toMatchObject({
    discriminator: { propertyName: 'type', mapping: { advanced: '#/$defs/AdvancedRouting' } },
  });
});

const ajv = strictAjv();
const documented = ajv.compile({ $ref: '#/$defs/RoutingAlgorithm', $defs: components.schemas });

/** The sum of splits is the only rule that JSON Schema cannot express. */
const sumFits = (value: unknown) => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: { split: number }[] };
  return type !== 'volume_split' || data!.reduce((sum, { split }) => sum + split, 0) === 100;
};
const reads = (value: unknown) => {
  try {
    return readRoutingAlgorithm(value, 'routing') !== null;
  } catch {
    return false;
  }
};

property('The document takes every algorithm that is taken', arbitraryAlgorithm, (value) => {
  expect(reads(value) && documented(value), JSON.stringify(documented.errors)).toBe(true);
});

/** Replaces, removes or adds one member anywhere. */
function changed(
  value: unknown,
  steps: readonly number[],
  other: unknown,
  how: 'replace' | 'remove' | 'add',
) {
  const whole = structuredClone({ value }) as Record<string, unknown>;
  let at = whole;
  let name = 'value';
  for (const step of steps) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) break;
    const names = Object.keys(next);
    if (names.length === 0) break;
    at = next as Record<string, unknown>;
    name = names[step % names.length]!;
  }
  if (how === 'replace') at[name] = other;
  else if (how === 'add') at[Array.isArray(at) ? at.length : 'other'] = other;
  else if (Array.isArray(at)) at.splice(Number(name), 1);
  else delete at[name];
  return whole.value;
}

const otherValues = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    'single',
    'priority',
    'advanced',
    'in',
    'equal',
    'less_than',
    'amount',
    'country',
    'DE',
    'EUR',
  ),
  fc.constantFrom('card', '', [], {}, ['DE'], [1], 0, 1.5, -1, 'x'.repeat(65), 'a\u0000b', {
    connector: null,
  }),
);
property(
  'The document takes what is taken, and refuses what is refused',
  arbitraryAlgorithm,
  fc.array(fc.nat(20), { maxLength: 8 }),
  otherValues,
  fc.constantFrom('replace', 'remove', 'add'),
  (value, steps, other, how) => {
    const near = changed(value, steps, other, how);
    const byDocument = documented(near) && sumFits(near);
    expect(reads(near), JSON.stringify({ near, errors: documented.errors })).toBe(byDocument);
  },
);
