import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend(
    'entered',
    ({ shop }) =>
      () =>
        shop.payout({ status: 'requires_confirmation', amount: 1000, currency: 'EUR' }),
  )
  .extend('confirmBy', ({ api, graphql }) => ({
    REST: async (id: string, shown: object) => {
      const { body } = await api.post(`/payouts/${id}/confirm`, shown);
      return [body.error?.code, body.error?.param];
    },
    GraphQL: async (id: string, shown: object) => {
      const { userErrors } = await graphql.mutate(
        'confirmPayout',
        { payoutId: id, ...shown },
        'payout { status amount currency }',
      );
      return [userErrors[0]?.code, userErrors[0]?.param];
    },
  }));

test.for(['REST', 'GraphQL'] as const)(
  'A payout is confirmed over %s only with the amount and currency shown',
  async (face, { api, confirmBy, entered }) => {
    const id = await entered();
    const confirm = confirmBy[face];
    expect(await confirm(id, { amount: 1001 })).toEqual(['unexpected_state', 'amount']);
    expect(await confirm(id, { amount: 1000, currency: 'USD' })).toEqual(['unexpected_state', 'currency']);
    expect((await api.get(`/payouts/${id}`)).body).toMatchObject({
      ...{ status: 'requires_confirmation', amount: 1000, currency: 'EUR' },
    });
    // The shown values match: the payout proceeds to its next requirement.
    const [code, param] = await confirm(id, { amount: 1000, currency: 'EUR' });
    expect([code, param]).not.toEqual(['unexpected_state', expect.anything()]);
  },
);
