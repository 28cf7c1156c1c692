import { expect, test } from 'vitest';
import { declineText, declineTexts } from '../../../src/checkout/page/declines.ts';
import { locales } from '../../../src/checkout/server/languages.ts';
import { adyenErrors } from '../../../src/connectors/adyen/refusals.ts';
import { failures } from '../../../src/connectors/sandbox/failures.ts';
import { errorTable } from '../../../src/connectors/stripe/error-table.ts';
import {
  customerMessages,
  type UnifiedCode,
  unified,
  unifiedMessage,
} from '../../../src/core/foundation/ports/connector-errors.ts';

const codes = Object.values(unified).map(({ unifiedCode }) => unifiedCode);
const all = Object.entries(locales);
const rows = [
  ...adyenErrors.map((row) => ['adyen', row.flow, row.code, row.unifiedCode] as const),
  ...errorTable.map((row) => ['stripe', row.flow, row.code, row.unifiedCode] as const),
  ...failures.map((row) => ['sandbox', row.flow, row.code, row.unified_code] as const),
];

test('Every error of every connector has a sentence for the customer, in each flow', () => {
  expect(rows.length).toBeGreaterThan(200);
  for (const [connector, flow, code, unifiedCode] of rows) {
    const sentence = unifiedMessage(unifiedCode, flow);
    expect([connector, flow, code, sentence]).toEqual([
      connector,
      flow,
      code,
      expect.stringMatching(/^[A-Z].+\. .+\.$/),
    ]);
    // Sending or refunding money does not decline a payment.
    if (flow !== 'payment') expect(sentence).not.toMatch(/declined|way to pay/);
  }
});

test('A stolen card or suspected fraud looks like any decline to the customer', () => {
  const told = rows.filter(([, flow, code]) => flow === 'payment' && /lost|stolen|fraud|pickup/i.test(code));
  expect(told.length).toBeGreaterThan(4);
  for (const [connector, , code, unifiedCode] of told)
    expect([connector, code, unifiedCode]).toEqual([connector, code, 'UE_1000']);
});

test('Customers see distinct reasons for declines that they can act on', () => {
  const codeOf = (connector: string, code: string) =>
    rows.find((row) => row[0] === connector && row[1] === 'payment' && row[2] === code)?.[3];
  const reasons = ['funds', 'expired', 'details', 'authentication'] as const;
  const vendors = {
    sandbox: ['insufficient_funds', 'expired_card', 'incorrect_pin', 'authentication_failed'],
    stripe: ['insufficient_funds', 'expired_card', 'incorrect_cvc', 'payment_intent_authentication_failure'],
    adyen: ['12', '6', '24', '11'],
  };
  for (const [vendor, names] of Object.entries(vendors))
    expect([vendor, ...names.map((name) => codeOf(vendor, name))]).toEqual([
      vendor,
      ...reasons.map((reason) => unified[reason].unifiedCode),
    ]);
});

test.for(all)('%s has a distinct text for each unified code', ([language, { pages: texts }]) => {
  const shown = codes.map((unified_code) =>
    declineText({ unified_code, unified_message: customerMessages[unified_code] }, texts),
  );
  expect(shown).toHaveLength(12);
  for (const text of shown) expect([language, text]).toEqual([language, expect.stringMatching(/.{10}/)]);
  // The unmapped error is also a decline without a reason.
  expect(new Set(shown).size).toBe(codes.length - 1);
  if (language === 'en') {
    const sentences = codes.filter((code) => code !== 'UE_9000').map((code) => customerMessages[code]);
    expect(shown.slice(0, -1)).toEqual(sentences);
  }
});

test("The operator's own message is shown unless it is meaningless to a customer", () => {
  const de = locales.de.pages;
  const shown = (unified_code: string | null, unified_message: string | null) =>
    declineText({ unified_code, unified_message }, de);
  expect(shown('UE_1001', 'Bitte laden Sie Ihr Guthaben auf.')).toBe('Bitte laden Sie Ihr Guthaben auf.');
  expect(shown('SHOP_7', 'Call us.')).toBe('Call us.');
  expect(shown('UE_1001', 'Issue with Payment Method details')).toBe(de.declinedFunds);
  expect(shown('UE_1001', null)).toBe(de.declinedFunds);
  expect(shown('SHOP_7', null)).toBe(de.declined);
  expect(shown(null, null)).toBe(de.declined);
  expect(shown('toString', null)).toBe(de.declined);
});

test('A code outside the table has the sentence of the unmapped error', () => {
  for (const code of ['SHOP_7', 'toString', 'UE_9000'])
    expect(unifiedMessage(code, 'payment')).toBe('Something went wrong');
  expect(Object.keys(declineTexts)).toEqual(codes satisfies UnifiedCode[]);
});
