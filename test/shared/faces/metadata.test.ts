import { expect } from 'vitest';
import type { SeededMerchant } from '../../kit/seed.ts';
import { test } from '../../kit/test.ts';

/** An object with metadata: how to add one, its REST update, and the equivalent mutation. */
interface Updatable {
  readonly add: (shop: SeededMerchant) => Promise<string>;
  readonly path: (id: string, shop: SeededMerchant) => string;
  readonly mutation: string;
  readonly id: string;
}

const open = { status: 'requires_payment_method', amount_received: 0 } as const;
const updatables: Readonly<Record<string, Updatable>> = {
  payment: {
    add: (shop) => shop.payment({ ...open, profile_id: shop.profileId }),
    path: (id) => `/payments/${id}`,
    ...{ mutation: 'updatePayment', id: 'paymentId' },
  },
  refund: {
    add: async (shop) => shop.refund(await shop.payment()),
    path: (id) => `/refunds/${id}`,
    ...{ mutation: 'updateRefund', id: 'refundId' },
  },
  payout: {
    add: (shop) => shop.payout({ status: 'requires_payout_method_data' }),
    path: (id) => `/payouts/${id}`,
    ...{ mutation: 'updatePayout', id: 'payoutId' },
  },
  customer: {
    add: (shop) => shop.customer(),
    path: (id) => `/customers/${id}`,
    ...{ mutation: 'updateCustomer', id: 'customerId' },
  },
  businessProfile: {
    add: async (shop) => shop.profileId,
    path: (id, { merchantId }) => `/account/${merchantId}/business_profile/${id}`,
    ...{ mutation: 'updateBusinessProfile', id: 'profileId' },
  },
  connectorAccount: {
    add: (shop) => shop.connector(),
    path: (id, { merchantId }) => `/accounts/${merchantId}/connectors/${id}`,
    ...{ mutation: 'updateConnectorAccount', id: 'merchantConnectorId' },
  },
  merchantAccount: {
    add: async (shop) => shop.merchantId,
    path: (id) => `/accounts/${id}`,
    ...{ mutation: 'updateMerchantAccount', id: 'merchantId' },
  },
};

const names = Object.keys(updatables);

/** Entries of almost 8 KiB in total, from a number on: two of them fit into 16 KiB, three do not. */
const entries = (from: number) =>
  Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key_${from + i}`, 'v'.repeat(480)]));
const tooLarge =
  'metadata must be at most 16 KiB of JSON with all keys, including those already set. Set keys to null to remove them.';

test.for(names)(
  'Metadata of a %s are at most 16 KiB once merged, over both APIs',
  async (name, { api, graphql, shop }) => {
    const { add, id: idField, mutation, path } = updatables[name]!;
    const id = await add(shop);
    const viaRest = async (metadata: object) => {
      const { body, status } = await api.post(path(id, shop), { metadata });
      return status === 200
        ? Object.keys(body.metadata ?? {}).length
        : [body.error.param, body.error.message];
    };
    const viaGraphql = async (metadata: object) => {
      const { payload, userErrors } = await graphql.mutate(
        mutation,
        { [idField]: id, metadata },
        `${name} { metadata }`,
      );
      const [error] = userErrors;
      return error ? [error.param, error.message] : Object.keys(payload[name].metadata).length;
    };
    expect(await viaRest(entries(0))).toBe(16);
    expect(await viaGraphql(entries(16))).toBe(32);
    expect(await viaRest(entries(32))).toEqual(['metadata', tooLarge]);
    expect(await viaGraphql(entries(32))).toEqual(['metadata', tooLarge]);
    // No refused value is set, and removing keys makes room.
    expect(await viaGraphql({ key_0: null })).toBe(31);
    expect(await viaRest({ key_99: 'v'.repeat(480) })).toBe(32);
  },
);

test.for(names)(
  'A number that would lose digits in the metadata of a %s is refused over both APIs',
  async (name, { api, graphql, shop }) => {
    const { add, id: idField, mutation, path } = updatables[name]!;
    const id = await add(shop);
    const message =
      'metadata must not contain a number beyond 9007199254740991 at order: it would lose digits, so send it as text.';
    const metadata = '{"order":1152921504606846977}';
    const rest = await api.post(path(id, shop), `{"metadata":${metadata}}`);
    expect([rest.status, rest.body.error]).toMatchObject([
      400,
      { code: 'invalid_parameter', param: 'metadata', message },
    ]);
    const select = `{ userErrors { code param message } }`;
    const input = mutation.charAt(0).toUpperCase() + mutation.slice(1);
    const literal = `mutation { ${mutation}(input: { ${idField}: "${id}", metadata: { order: 1152921504606846977 } }) ${select} }`;
    const variable = `mutation ($input: ${input}Input!) { ${mutation}(input: $input) ${select} }`;
    for (const sent of [
      JSON.stringify({ query: literal }),
      `{"query":${JSON.stringify(variable)},"variables":{"input":{"${idField}":"${id}","metadata":${metadata}}}}`,
    ]) {
      const { data, errors } = await graphql.send(sent);
      const [error] = [
        ...(data?.[mutation]?.userErrors ?? []),
        ...(errors ?? []).map((each) => ({ ...each, ...each.extensions })),
      ];
      expect(error).toMatchObject({ code: 'invalid_parameter', param: 'metadata', message });
    }
  },
);
