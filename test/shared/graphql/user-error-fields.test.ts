import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const test = base.extend('userErrorsOf', ({ graphql }) => async (name: string, input: object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code param field } } }`;
  return (await graphql.data(query, { input }))[name].userErrors;
});

const card = { cardNumber: '4242424242424242', cardExpMonth: '13', cardExpYear: '2034', cardCvc: '123' };

test("A user error uses the input's own field names", async ({ userErrorsOf }) => {
  const amounts = {
    amount: -1,
    currency: 'USD',
    orderDetails: [{ productName: 'x', quantity: 0, amount: 1 }],
  };
  expect(await userErrorsOf('createPayment', amounts)).toEqual([
    { code: 'invalid_parameter', param: 'amount', field: ['amount'] },
    {
      code: 'invalid_parameter',
      param: 'order_details[0].quantity',
      field: ['orderDetails', '0', 'quantity'],
    },
  ]);
  const payment = { amount: 1, currency: 'USD', paymentMethod: 'card', paymentMethodData: { card } };
  expect(await userErrorsOf('createPayment', payment)).toEqual([
    {
      code: 'invalid_parameter',
      param: 'payment_method_data.card.card_exp_month',
      field: ['paymentMethodData', 'card', 'cardExpMonth'],
    },
  ]);
});

test('A user error without a faulty input field names none', async ({ userErrorsOf }) => {
  expect(await userErrorsOf('cancelPayment', { paymentId: 'pay_unknown' })).toEqual([
    expect.objectContaining({ code: 'resource_not_found', field: null }),
  ]);
});
