import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payment } from '../../../../src/core/entities/payment.ts';
import type { Payout } from '../../../../src/core/entities/payout.ts';
import type { Ability, Connector } from '../../../../src/core/foundation/ports/connector.ts';
import { type Candidate, ineligibilityReason } from '../../../../src/core/routing/eligibility.ts';
import {
  paymentRoutingRequest,
  payoutRoutingRequest,
  type RoutingRequest,
} from '../../../../src/core/routing/routing-request.ts';
import { property } from '../../../kit/property.ts';
import { facts } from './algorithms.ts';

const connector = (...abilities: Ability[]): Connector => ({
  name: 'sandbox',
  abilities: new Set(abilities),
});
const able = connector('authorize', 'capture', 'multiple_captures', 'payout');

const entry = (more: object = {}) => ({
  payment_method: 'card',
  payment_method_issuers: [],
  payment_method_types: [],
  payment_schemes: [],
  ...more,
});
const account = (more: object = {}) =>
  ({
    connector_name: 'sandbox',
    disabled: false,
    status: 'active',
    connector_type: 'payment_processor',
    payment_methods_enabled: [entry()],
    ...more,
  }) as Candidate;
const taking = (...entries: object[]) => account({ payment_methods_enabled: entries });

const ask: RoutingRequest = {
  ...facts,
  connectorType: 'payment_processor',
  abilities: ['authorize'],
  recurring: false,
  keeps: false,
  issuer: null,
  business: { business_country: null, business_label: null, business_sub_label: null },
  payout: null,
  split: null,
};
const because = (
  candidate: Candidate,
  more: Partial<RoutingRequest> = {},
  by: Connector | undefined = able,
) => ineligibilityReason(candidate, by, { ...ask, ...more });

test('A connector account is eligible for a payment method it enables', () => {
  expect(because(account())).toBeNull();
});

test('A connector account is ineligible because of its status, type or capabilities', () => {
  expect(because(account({ disabled: true }))).toBe('disabled');
  expect(because(account({ status: 'inactive' }))).toBe('not active');
  expect(because(account({ connector_type: 'payout_processor' }))).toBe('not for payments');
  expect(because(account(), { connectorType: 'payout_processor' })).toBe('not for payouts');
  expect(ineligibilityReason(account(), undefined, ask)).toBe('its connector is not part of this service');
  expect(because(account(), {}, connector('payout'))).toBe('its connector cannot authorize');
  expect(because(account(), { abilities: ['multiple_captures'] }, connector('capture'))).toBe(
    'its connector cannot capture in several parts',
  );
});

test.each<[string, object, Partial<RoutingRequest>]>([
  ['does not accept wallet', {}, { payment_method: 'wallet' }],
  ['no payment method is known', {}, { payment_method: null }],
  ['does not accept this payment_method_type', { payment_method_types: ['debit'] }, {}],
  ['does not accept this card network', { payment_schemes: ['Mastercard'] }, {}],
  ['does not accept EUR', { accepted_currencies: { list: ['USD'], type: 'enable_only' } }, {}],
  ['does not accept EUR', { accepted_currencies: { list: ['EUR'], type: 'disable_only' } }, {}],
  ['does not serve DE', { accepted_countries: { list: ['US'], type: 'enable_only' } }, {}],
  ['the amount is below its minimum', { minimum_amount: 5001 }, {}],
  ['the amount is above its maximum', { maximum_amount: 4999 }, {}],
  ['not enabled for recurring payments', {}, { recurring: true }],
  ['not enabled for recurring payments', { recurring_enabled: false }, { recurring: true }],
])('A connector account is ineligible because: %s', (reason, bounds, more) => {
  expect(because(taking(entry(bounds)), more)).toBe(reason);
});

test('A connector account is eligible within its limits or if a fact is unknown', () => {
  const bounds = {
    payment_method_types: ['credit'],
    payment_schemes: ['VISA'],
    accepted_currencies: { list: ['EUR'], type: 'enable_only' },
    accepted_countries: { list: ['US'], type: 'disable_only' },
    minimum_amount: 5000,
    maximum_amount: 5000,
    recurring_enabled: true,
  };
  expect(because(taking(entry(bounds)), { recurring: true })).toBeNull();
  const unknown = { card_network: null, country: null, payment_method_type: null };
  expect(because(taking(entry(bounds)), unknown)).toBeNull();
});

test("A payment of 0, which verifies a payment method, ignores an account's minimum", () => {
  const candidate = taking(entry({ minimum_amount: 5000, maximum_amount: 5000 }));
  expect(because(candidate, { amount: 0 })).toBeNull();
  expect(because(candidate, { amount: 1 })).toBe('the amount is below its minimum');
});

test('A connector account needs one enabled method that satisfies every limit', () => {
  const candidate = taking(
    entry({ accepted_currencies: { list: ['EUR'], type: 'enable_only' }, maximum_amount: 10 }),
    entry({ accepted_currencies: { list: ['USD'], type: 'enable_only' } }),
  );
  expect(because(candidate)).toBe('the amount is above its maximum');
  expect(because(candidate, { currency: 'USD' })).toBeNull();
});

property(
  'A connector account that enables more methods stays eligible',
  fc.constantFrom('EUR', 'USD', 'GBP'),
  fc.nat(9000),
  (currency, amount) => {
    const narrow = entry({
      accepted_currencies: { list: ['EUR'], type: 'enable_only' },
      maximum_amount: 5000,
    });
    const reason = because(taking(narrow), { currency, amount });
    const wider = because(taking(narrow, entry()), { currency, amount });
    return wider === null && (reason === null) === (currency === 'EUR' && amount <= 5000);
  },
);

test('A split payment goes to accounts of connectors that support its split, on their terms', () => {
  const split = { sandbox_split_payment: { charge_type: 'direct' } };
  const splits = (reason: string | null): Connector => ({ ...able, splitReason: () => reason });
  expect(because(account(), { split }, splits(null))).toBeNull();
  expect(because(account(), { split }, splits('its connector splits otherwise'))).toBe(
    'its connector splits otherwise',
  );
  expect(because(account(), { split })).toBe('its connector splits no payments');
  expect(because(account({ connector_name: 'other' }), { split }, splits(null))).toBe(
    'split_payments is for another connector',
  );
});

test('The routing request of a payment contains its facts and required capabilities', () => {
  const payment = {
    net_amount: 1200,
    amount: 1000,
    currency: 'EUR',
    capture_method: 'manual_multiple',
    payment_method: 'card',
    setup_future_usage: 'off_session',
    billing: { address: { country: 'FR' } },
    decisions: [] as Payment['decisions'],
  } as Payment;
  expect(paymentRoutingRequest(payment, 'Visa')).toEqual({
    connectorType: 'payment_processor',
    abilities: ['authorize', 'capture', 'multiple_captures'],
    recurring: true,
    keeps: false,
    amount: 1200,
    currency: 'EUR',
    country: 'FR',
    card_network: 'Visa',
    payment_method: 'card',
    payment_method_type: null,
    authentication_type: null,
    payout_type: null,
    issuer: null,
    business: { business_country: null, business_label: null, business_sub_label: null },
    payout: null,
    split: null,
  });
});

test.each<[string, object | null, string | null]>([
  ['the bank that a customer is redirected to', { bank_redirect: { ideal: { bank_name: 'ING' } } }, 'ING'],
  ['no bank where the customer chooses it there', { bank_redirect: { ideal: {} } }, null],
  ['the bank of a debited account', { bank_debit: { sepa_bank_debit: { bank_name: 'N26' } } }, 'N26'],
  ["a card's issuer", { card: { card_issuer: 'Chase' } }, 'Chase'],
  ['nobody for a card by its number alone', { card: { card_isin: '424242' } }, null],
  ['nobody without details', null, null],
])('The issuer of a payment is %s', (_, payment_method_data, issuer) => {
  const payment = {
    ...{ payment_method_data, amount: 1, net_amount: 1, currency: 'EUR' },
    decisions: [] as Payment['decisions'],
  } as Payment;
  expect(paymentRoutingRequest(payment, null).issuer).toBe(issuer);
});

test('An account with issuers accepts these and methods with an unknown issuer', () => {
  const ofIng = taking(entry({ payment_method_issuers: ['ing_bank', 'ABN AMRO'] }));
  expect(because(ofIng, { issuer: null })).toBeNull();
  expect(because(ofIng, { issuer: 'ING Bank' })).toBeNull();
  expect(because(ofIng, { issuer: 'Rabobank' })).toBe('does not accept this issuer');
  expect(because(taking(entry({ payment_method_issuers: ['ing'] }), entry()), { issuer: 'b' })).toBeNull();
  expect(because(taking(entry({ payment_method_issuers: [] })), { issuer: 'Rabobank' })).toBeNull();
});

property(
  'An account serves its line of business, and payments that do not say theirs',
  fc.constantFrom('business_country', 'business_label', 'business_sub_label'),
  fc.constantFrom(null, 'US', 'Shoes_Online'),
  fc.constantFrom(null, 'us', 'shoes online', 'hats'),
  (name, served, asked) => {
    const business = { ...ask.business, [name]: asked };
    const isSame = served?.toLowerCase().replace('_', ' ') === asked;
    const expected = served && asked && !isSame ? `serves another ${name}` : null;
    return because(account({ [name]: served }), { business }) === expected;
  },
);

test('The routing request of a payout contains its facts and required capabilities', () => {
  const payout = { amount: 100, currency: 'EUR', payout_type: 'bank' } as Payout;
  expect(payoutRoutingRequest(payout)).toMatchObject({
    connectorType: 'payout_processor',
    abilities: ['payout'],
    payment_method: 'bank_transfer',
    country: null,
  });
});
