import type { Request } from 'express';
import { expect } from 'vitest';
import type { Problem } from '../../../src/core/foundation/errors.ts';
import { pathNames, readRequest } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import { test } from '../../kit/test.ts';

const others =
  'minimum_amount=1&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';

test.for([
  'accepted_currency=EUR&accepted_currency=USD&accepted_country=DE',
  'accepted_currency=EUR,USD&accepted_country=DE',
  'accepted_currency[]=EUR&accepted_currency[]=USD&accepted_country[]=DE',
  'accepted_currency[0]=EUR&accepted_currency[1]=USD&accepted_country[0]=DE',
  'accepted_currency%5B%5D=EUR&accepted_currency%5B%5D=USD&accepted_country%5B0%5D=DE',
])('A list in a query may be written as %s', async (query, { api, shop }) => {
  const customer = await shop.customer();
  const { status } = await api.get(`/customers/${customer}/payment_methods?${query}&${others}`);
  expect(status).toBe(200);
  const bad = await api.get(
    `/customers/${customer}/payment_methods?${query.replace('USD', 'XXQ')}&${others}`,
  );
  expect([bad.status, bad.body.error.param]).toEqual([400, 'accepted_currency[1]']);
});

test('A single-valued parameter given twice is refused, with brackets too', async ({ api }) => {
  for (const query of ['limit=1&limit=2', 'limit[]=1&limit[]=2', 'limit=1&limit[0]=2']) {
    const { status, body } = await api.get(`/payments/list?${query}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'limit']);
  }
  const nested = await api.get('/payments/list?created[gte]=2027-01-01T00:00:00Z');
  expect([nested.status, nested.body.error.code]).toEqual([400, 'unknown_parameter']);
});

const bracketed = [
  ['metadata[a]=b', ['metadata[a]']],
  ['metadata%5Border_id%5D=b', ['metadata[order_id]']],
  ['filter[status][]=x&filter[status][]=y', ['filter[status][]']],
  ['colour[]=red&colour[]=blue', ['colour']],
  ['colour=red&colour=blue', ['colour']],
  ['$top=5&page:size=5', ['$top', 'page:size']],
] as const;

test('Every operation names unknown query parameters', () => {
  for (const operation of operations) {
    const params = Object.fromEntries(pathNames(operation.path).map((name) => [name, 'some_id']));
    for (const [query, names] of bracketed) {
      const of = { params, originalUrl: `${operation.path}?${query}` } as unknown as Request;
      let refusal: unknown;
      try {
        readRequest(operation, of);
      } catch (error) {
        refusal = error;
      }
      const { parameters, ...first } = refusal as Problem;
      const all = parameters.length > 0 ? parameters : [first];
      const unknown = all.filter(({ code }) => code === 'unknown_parameter');
      expect([operation.id, query, unknown.map(({ param }) => param)]).toEqual([operation.id, query, names]);
    }
  }
  expect(operations.length).toBeGreaterThan(100);
});

test('A comparison in brackets gets a hint to the right parameter', async ({ api }) => {
  const { body } = await api.get('/payments/list?created[gte]=2027-01-01T00:00:00Z');
  expect([body.error.param, body.error.message]).toEqual([
    'created[gte]',
    'There is no parameter created[gte]; did you mean created_gte?',
  ]);
});
