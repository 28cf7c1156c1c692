import { expect, test } from 'vitest';
import { factNames, facts } from '../../../../src/core/entities/values/rule-facts.ts';
import { paymentSubject } from '../../../../src/core/routing/decide-routing.ts';
import {
  columnsOfFacts,
  type RoutedPayment,
  routedColumnsFor,
  routedPaymentColumns,
} from '../../../../src/core/routing/routed-columns.ts';
import { knownValue } from '../../../../src/core/rules/rule-conditions.ts';

/** A payment with a value for every fact. */
const whole = {
  authentication_type: 'three_ds',
  billing: { address: { country: 'DE' } },
  browser_info: { ip_address: '192.0.2.1' },
  business_country: 'DE',
  capture_method: 'manual',
  currency: 'EUR',
  customer: { email: 'ada@example.com', phone: '12345' },
  customer_id: 'cus_1',
  decisions: [],
  email: 'eve@example.org',
  fingerprint: 'fp_one',
  metadata: { tier: 'gold' },
  net_amount: 1000,
  off_session: true,
  payment_channel: 'moto',
  payment_id: 'pay_1',
  payment_method: 'card',
  payment_method_data: {
    card: {
      ...{ card_isin: '424242', card_network: 'Visa', card_type: 'credit', card_issuer: 'Bank One' },
      card_issuing_country: 'FR',
    },
  },
  payment_method_id: 'pm_1',
  payment_method_type: 'credit',
  phone: '98765',
  setup_future_usage: 'off_session',
  shipping: { address: { country: 'US' } },
} as unknown as RoutedPayment;

/** Looked up in the database, by keys that no column below has alone. */
const lookedUp: readonly string[] = ['customer_age_days', 'customer_payments', 'seconds_since_last_success'];

const factIn = (row: Partial<RoutedPayment>, field: string) => {
  const subject = paymentSubject(row as RoutedPayment, 'Visa', new Date(0), () => 'DE');
  return knownValue(subject, field);
};
const only = (row: RoutedPayment, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));

test('The columns that a fact needs are those that it is decided by, also without its first source', () => {
  const fields = [
    ...factNames.filter((name) => !('only' in facts[name]) || facts[name].only === 'payment'),
    'metadata.tier',
  ];
  const rows = [whole, { ...whole, email: null, phone: null }];
  for (const field of fields) {
    if (lookedUp.includes(field)) continue;
    for (const row of rows) {
      const value = factIn(row, field);
      expect([field, value]).not.toEqual([field, null]);
      expect([field, factIn(only(row, routedColumnsFor([field])), field)]).toEqual([field, value]);
    }
  }
});

test('Columns that nothing compares are not read', () => {
  const left = routedPaymentColumns.filter((column) => !routedColumnsFor([]).includes(column));
  expect(left).toEqual(Object.keys(columnsOfFacts));
  expect(routedColumnsFor(['email', 'metadata.tier'])).toEqual(
    expect.arrayContaining(['email', 'customer', 'metadata', 'currency']),
  );
});
