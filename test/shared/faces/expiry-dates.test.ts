import { expect } from 'vitest';
import { Problem } from '../../../src/core/foundation/errors.ts';
import {
  allInputs,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
} from '../../../src/core/model/index.ts';
import { validate } from '../../../src/core/model/validate.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { operations } from '../../../src/rest/operations.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { acceptsCards } from '../../kit/sandbox-shop.ts';
import { test } from '../../kit/test.ts';

// Loads every input.
graphqlSchema();
const inputs = new Set([...allInputs(), ...operations.flatMap(({ body }) => body ?? [])]);

const YEAR = new Date().getUTCFullYear();
const last = String(YEAR + 20);
/** Years in which no card expires. */
const wrong = [String(YEAR + 21), String(YEAR + 21).slice(2), '90', '2090', '2099', '3034', '0025', '1999'];

/** The members for a card's expiry year, in an input or nested in it. */
const years = [...inputs].flatMap((target) =>
  fieldsOf(target).flatMap((field) => (isExpiryYear(field) ? [{ field, target }] : [])),
);

function isExpiryYear({ kind, name }: FieldDescription): boolean {
  return kind === 'text' && /exp\w*year/.test(name);
}

function faultsOf(target: DescribedClass, value: unknown): Record<string, string> {
  try {
    validate(target, value);
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const all = error.parameters.length > 0 ? error.parameters : [error];
    return Object.fromEntries(all.map(({ message, param }) => [param, message]));
  }
}

test('No input accepts an impossible card expiry year', ({ task }) => {
  const taken = years.flatMap(({ field: { name }, target }) => [
    ...wrong.flatMap((year) => {
      const fault = faultsOf(target, { [name]: year })[name] ?? '';
      return fault.includes('at most 20 years ahead') ? [] : [`${target.name}.${name} takes ${year}`];
    }),
    ...[last, last.slice(2), String(YEAR), '2020'].flatMap((year) => {
      const fault = faultsOf(target, { [name]: year })[name];
      return fault === undefined ? [] : [`${target.name}.${name} refuses ${year}: ${fault}`];
    }),
  ]);
  expect(taken).toEqual([]);
  expect(years.length).toBeGreaterThanOrEqual(6);
  figure(task, `${years.length} expiry years of inputs, ${wrong.length} wrong ones each`);
});

test('The last valid year is accepted, and one later is refused by name, over both APIs', async ({
  api,
  service,
  shop,
}) => {
  await shop.connector({ payment_methods_enabled: acceptsCards });
  const customer_id = await shop.customer();
  const { body: payment } = await api.post('/payments', { amount: 1999, currency: 'EUR', customer_id });
  const card_number = '4242424242424242';
  const paid = (year: string) => ({ card_number, card_exp_month: '12', card_exp_year: year });
  const paidOut = (year: string) => ({ card_number, expiry_month: '12', expiry_year: year });
  const money = { amount: 1999, currency: 'EUR' };
  const { body: saved } = await api.post('/payment_methods', {
    customer_id,
    payment_method: 'card',
    card: paid('2030'),
  });
  const rest: readonly (readonly [path: string, param: string, body: (year: string) => object])[] = [
    [
      '/payments',
      'payment_method_data.card.card_exp_year',
      (year) => ({ ...money, payment_method: 'card', payment_method_data: { card: paid(year) } }),
    ],
    [
      `/payments/${payment.payment_id}`,
      'payment_method_data.card.card_exp_year',
      (year) => ({ payment_method: 'card', payment_method_data: { card: paid(year) } }),
    ],
    [
      `/payments/${payment.payment_id}/eligibility`,
      'payment_method_data.card.card_exp_year',
      (year) => ({
        client_secret: payment.client_secret,
        payment_method_type: 'card',
        payment_method_data: { card: paid(year) },
      }),
    ],
    [
      '/payouts',
      'payout_method_data.card.expiry_year',
      (year) => ({ ...money, payout_type: 'card', payout_method_data: { card: paidOut(year) } }),
    ],
    [
      '/payment_methods',
      'card.card_exp_year',
      (year) => ({ customer_id, payment_method: 'card', card: paid(year) }),
    ],
    [
      `/payment_methods/${saved.payment_method_id}/update`,
      'card.card_exp_year',
      (year) => ({ card: { card_exp_year: year } }),
    ],
  ];
  for (const [path, param, body] of rest) {
    for (const year of ['3034', '2090', '90']) {
      const { body: answer, status } = await api.post(path, body(year));
      expect([path, status, answer.error?.code, answer.error?.param]).toEqual([
        path,
        400,
        'invalid_parameter',
        param,
      ]);
    }
    const { body: answer, status } = await api.post(path, body(last));
    expect([path, status, answer.error]).toEqual([path, 200, undefined]);
  }
  const inGraphql = { cardNumber: card_number, cardExpMonth: '12', cardExpYear: '3034' };
  const mutations: readonly (readonly [name: string, param: string, input: Record<string, unknown>])[] = [
    [
      'createPayment',
      'payment_method_data.card.card_exp_year',
      { ...money, paymentMethod: 'card', paymentMethodData: { card: inGraphql } },
    ],
    [
      'createPayout',
      'payout_method_data.card.expiry_year',
      {
        ...money,
        payoutType: 'card',
        payoutMethodData: { card: { cardNumber: card_number, expiryMonth: '12', expiryYear: '3034' } },
      },
    ],
    [
      'savePaymentMethod',
      'card.card_exp_year',
      { customerId: customer_id, paymentMethod: 'card', card: inGraphql },
    ],
    [
      'updatePaymentMethod',
      'card.card_exp_year',
      { paymentMethodId: saved.payment_method_id, card: { cardExpYear: '3034' } },
    ],
  ];
  for (const [name, param, input] of mutations) {
    const { text, userErrors } = await mutate(service, shop.key, name, input, '__typename');
    expect(userErrors, text).toMatchObject([{ code: 'invalid_parameter', param }]);
  }
});
