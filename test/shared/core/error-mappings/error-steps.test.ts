import { describe, expect, test } from 'vitest';
import { coverage, neverMatches } from '../../../../src/core/error-mappings/error-steps.ts';

const connectors = { find: (name: string) => ({ name }), names: ['sandbox'] } as never;
const at = (flow: string, sub_flow: string) => ({ flow, sub_flow });

describe('A mapping covers the step of an error', () => {
  test.each([
    ['payment', 'authorize', 1],
    ['Payment', 'Authorize', 1],
    ['Authorize', 'sub_flow', 1],
    ['authorize', '', 1],
    ['payment_authorize', 'anything', 1],
    ['PaymentAuthorize', 'authorize', 1],
    ['CompleteAuthorize', '', 1],
    ['payment', '', 6],
    ['', 'authorize', 1],
    ['', '', 9],
  ])('flow %j, sub_flow %j', (flow, step, covered) => {
    expect(coverage(at(flow, step), 'payment', 'authorize')).toBe(covered);
    expect(neverMatches({ ...at(flow, step), code: 'x', connector: 'sandbox' }, connectors)).toBeNull();
  });

  test.each([
    ['refund', 'refund', 'refund', 'refund'],
    ['Execute', 'sub_flow', 'refund', 'refund'],
    ['payout', 'fulfill', 'payout', 'fulfill'],
    ['PoFulfill', '', 'payout', 'fulfill'],
    ['Void', '', 'payment', 'void'],
  ])('flow %j, sub_flow %j: %s/%s', (flow, subFlow, of, step) => {
    expect(coverage(at(flow, subFlow), of, step)).toBeGreaterThan(0);
  });
});

describe('A mapping of another step does not match', () => {
  test.each([
    ['payment', 'capture'],
    ['Capture', ''],
    ['Capture', 'authorize'],
    ['refund', ''],
    ['paymnt', 'authorize'],
  ])('flow %j, sub_flow %j', (flow, step) => {
    expect(coverage(at(flow, step), 'payment', 'authorize')).toBeNull();
  });
});

const unknown = { find: () => undefined, names: ['adyen', 'sandbox'] } as never;

test.each([
  [{ connector: 'sandbx' }, unknown, 'No connector of this service has this name. It has adyen, sandbox.'],
  [{ code: '' }, connectors, 'It has no error code.'],
  [
    { flow: 'paymnt' },
    connectors,
    'Its flow names neither a flow (payment, payout, refund) nor a step of one.',
  ],
  [
    { flow: 'payout', sub_flow: 'authorize' },
    connectors,
    'Its sub_flow names no step of its flow (fulfill, recall).',
  ],
])('A mapping with %j can never match, and explains why', (wrong, registry, reason) => {
  const mapping = { ...at('payment', 'authorize'), code: 'x', connector: 'sandbox', ...wrong };
  expect(neverMatches(mapping, registry)).toBe(reason);
});
