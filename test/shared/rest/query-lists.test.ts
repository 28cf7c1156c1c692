import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const others =
  'minimum_amount=1&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';

test.for([
  'accepted_currency=EUR&accepted_currency=USD&accepted_country=DE',
  'accepted_currency=EUR,USD&accepted_country=DE',
  'accepted_currency[]=EUR&accepted_currency[]=USD&accepted_country[]=DE',
  'accepted_currency[0]=EUR&accepted_currency[1]=USD&accepted_country[0]=DE',
  'accepted_currency%5B%5D=EUR&accepted_currency%5B%5D=USD&accepted_country%5B0%5D=DE',
])('a list in a query may be written as %s', async (query, { api, shop }) => {
  const customer = await shop.customer();
  const { status } = await api.get(`/customers/${customer}/payment_methods?${query}&${others}`);
  expect(status).toBe(200);
  const bad = await api.get(
    `/customers/${customer}/payment_methods?${query.replace('USD', 'XXQ')}&${others}`,
  );
  expect([bad.status, bad.body.error.param]).toEqual([400, 'accepted_currency[1]']);
});

test('a single value stays one: given twice it is refused, with brackets too', async ({ api }) => {
  for (const query of ['limit=1&limit=2', 'limit[]=1&limit[]=2', 'limit=1&limit[0]=2']) {
    const { status, body } = await api.get(`/payments/list?${query}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'limit']);
  }
  const nested = await api.get('/payments/list?created[gte]=2027-01-01T00:00:00Z');
  expect([nested.status, nested.body.error.code]).toEqual([400, 'unknown_parameter']);
});
