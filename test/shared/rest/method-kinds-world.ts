import { randomBytes } from 'node:crypto';
import { sendDueEvents } from '../../../src/connectors/sandbox/send-webhooks.ts';
import { ulidMaker } from '../../../src/core/foundation/ids.ts';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import type { Values } from '../../kit/insert.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'whsec_of_the_kinds';
/** How far the service's clock is ahead, in milliseconds. */
export const clock = { ahead: 0 };
export const now = () => new Date(Date.now() + clock.ahead);
export const inAnHour = () => new Date(Date.now() + clock.ahead + 3_600_000);

/** Tests of payments with every kind of method, at one sandbox account that supports all. */
export const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('setUp', ({ service, shop }) => async () => {
    await service.database.rows.query(
      {
        text: 'update connector_accounts set disabled = true where merchant_id = $1',
        values: [shop.merchantId],
      },
      null,
    );
    await shop.sandbox({
      payment_methods_enabled: acceptsEveryKind,
      connector_webhook_details: { merchant_secret: SECRET },
    });
  })
  .extend('open', ({ setUp, shop }) => async (values: Values = {}) => {
    await setUp();
    return shop.open({ created: now(), expires_on: inAnHour(), currency: 'EUR', ...values });
  })
  .extend(
    'post',
    ({ api }) =>
      (id: string, body: object) =>
        api.post(`/payments/${id}`, body),
  )
  .extend(
    'confirm',
    ({ open, post }) =>
      async (data: object, values: Values = {}, more: object = {}) =>
        (await post(await open(values), { confirm: true, payment_method_data: data, ...more })).body,
  )
  .extend(
    'show',
    ({ post }) =>
      async (id: string) =>
        (await post(id, {})).body,
  )
  /** Advances the time and delivers the sandbox's new reports. */
  .extend('passes', ({ service }) => async (seconds: number) => {
    clock.ahead += seconds * 1000;
    await sendDueEvents({
      rows: service.database.rows,
      now,
      ids: ulidMaker(),
      randomBytes,
      publicUrl: () => service.url,
      secretOf: async () => SECRET,
      send: async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).status,
    });
  })
  .extend('statusOf', ({ api }) => async (id: string) => {
    const { body } = await api.get('/payments/list?limit=100');
    return body[0].data.find((payment: { payment_id: string }) => payment.payment_id === id);
  });

/** The customer answers on the sandbox's page. */
export const answerPage = async (url: string, answer: string) => {
  const html = await (await fetch(url)).text();
  const token = /name="token" value="(\w+)"/.exec(html)![1]!;
  const form = new URLSearchParams({ token, answer });
  return fetch(`${url}/answer`, { method: 'POST', body: form, redirect: 'manual' });
};
