import { beforeEach, expect } from 'vitest';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { operations } from '../../../../src/rest/operations.ts';
import { setColumns } from '../../../kit/sandbox-shop.ts';
import type { Responder } from '../../../kit/scripted-connector.ts';
import type { TestServiceOptions } from '../../../kit/service.ts';
import { answersSucceed, test as base, script } from './later-report.ts';

beforeEach(answersSucceed);

let completed = 0;
const test = base
  .extend(
    'serviceOptions',
    { scope: 'file' },
    (): TestServiceOptions => ({
      connectors: [
        {
          ...script.connector,
          async completeAction() {
            completed++;
            return { kind: 'succeeded', connectorTransactionId: 'txn_form' } as const;
          },
        },
      ],
    }),
  )
  /** A payment whose customer is at a form of the issuer's, and whose session is over. No sweep has seen it. */
  .extend('expired', ({ api, pay, service, shop }) => async () => {
    script.respond('authorize', (() => ({
      ...{ kind: 'requires_action', connectorTransactionId: 'txn_form' },
      action: { type: 'form', url: 'https://acs.example.com/3ds', fields: { creq: 'abc' } },
    })) as Responder);
    const id = await pay({ authentication_type: 'three_ds' });
    const { client_secret, next_action } = (await api.get(`/payments/${id}`)).body;
    const formPage = String(next_action.redirect_to_url);
    expect((await fetch(formPage)).status).toBe(200);
    const where = { merchant_id: shop.merchantId, payment_id: id };
    await setColumns(service, 'payments', where, { expires_on: new Date(Date.now() - 1000) });
    return {
      ...{ client_secret, formPage, id },
      returnPage: String(script.requests.authorize!.at(-1)!.returnUrl),
    };
  });

test('The form of an expired payment is not served, swept or not', async ({ expired, service }) => {
  const { formPage } = await expired();
  for (const isSwept of [false, true]) {
    if (isSwept) await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
    const answer = await fetch(formPage);
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { error: { type: 'conflict', code: 'unexpected_state' } },
    ]);
  }
});

test('A customer who comes back to an expired payment ends it: nothing is completed, and the challenge is voided', async ({
  calls,
  expired,
  get,
}) => {
  for (const method of ['GET', 'POST']) {
    const { id, returnPage } = await expired();
    const before = completed;
    const page = await fetch(returnPage, { method, redirect: 'manual' });
    expect(page.headers.get('location') ?? (await page.text())).toMatch(/expired/);
    expect(completed).toBe(before);
    expect(await get(id)).toMatchObject({
      status: 'expired',
      attempts: [{ status: 'voided' }],
      reversals: [],
    });
    expect(await calls(id, 'void')).toHaveLength(1);
    // Once more: the same.
    await fetch(returnPage, { method, redirect: 'manual' });
    expect(await calls(id, 'void')).toHaveLength(1);
  }
});

/** What a customer's client asks for with the secret of its payment. */
const requests: Readonly<
  Record<string, (id: string, secret: string) => { method: 'get' | 'post'; path: string; body?: object }>
> = {
  'get /payments/{payment_id}': (id, secret) => ({
    method: 'get',
    path: `/payments/${id}?client_secret=${secret}`,
  }),
  'post /payments/{payment_id}/confirm': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/confirm`,
    body: { client_secret },
  }),
  'post /payments/{payment_id}/wallets': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/wallets`,
    body: { client_secret },
  }),
  'post /payments/{payment_id}/eligibility': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/eligibility`,
    body: {
      client_secret,
      payment_method_data: {
        card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' },
      },
    },
  }),
  'get /poll/status/{poll_id}': (id, client_secret) => ({
    method: 'get',
    path: `/poll/status/${id}?client_secret=${client_secret}`,
  }),
  'post /payments/{payment_id}/apple_pay_session': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/apple_pay_session`,
    body: { client_secret },
  }),
  'post /payments/{payment_id}/gift_card_balance': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/gift_card_balance`,
    body: {
      client_secret,
      payment_method_data: { gift_card: { givex: { number: '6006490000000000', cvc: '737' } } },
    },
  }),
  'post /payments/session_tokens': (payment_id, client_secret) => ({
    method: 'post',
    path: '/payments/session_tokens',
    body: { payment_id, client_secret, wallets: [] },
  }),
  'post /payments/{payment_id}/3ds/authentication': (id, client_secret) => ({
    method: 'post',
    path: `/payments/${id}/3ds/authentication`,
    body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'Y' },
  }),
};

test('Every request that a customer’s client may make for a payment is refused once it has expired', async ({
  client,
  expired,
  service,
  shop,
}) => {
  const open = operations
    .filter(({ keys, path }) => keys.includes('publishable_key') && /^\/(payments|poll)\//.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(open.filter((name) => !name.includes('payment_methods')).sort()).toEqual(
    Object.keys(requests).sort(),
  );
  const [row] = await service.database.rows.query<{ publishable_key: string }>(
    {
      text: 'select publishable_key from merchant_accounts where merchant_id = $1',
      values: [shop.merchantId],
    },
    null,
  );
  const key = row!.publishable_key;
  for (const [name, requestOf] of Object.entries(requests)) {
    const { client_secret, id } = await expired();
    const { body, method, path } = requestOf(id, client_secret);
    const answer =
      method === 'get' ? await client.get(path, { key }) : await client.post(path, { key, body });
    expect({ [name]: [answer.status, answer.body.error?.code] }).toEqual({
      [name]: [401, 'client_secret_expired'],
    });
  }
});
