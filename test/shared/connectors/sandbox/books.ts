import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import { cardOf } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

export const SECRET = 'whsec_of_the_books';
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

/** A payment over REST, with the sandbox's clock and webhooks: both sides' amounts must agree. */
export const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now }))
  .extend('account', ({ shop }) =>
    shop.connector({
      test_mode: true,
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card' }],
    }),
  )
  .extend('pay', ({ account: _, api }) => async (card: keyof typeof testCards, given: object = {}) => {
    const { body, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, payment_method: 'card' },
      payment_method_data: { card: cardOf(testCards[card]!) },
      ...given,
    });
    expect([body.status, text]).not.toContain('failed');
    return body.payment_id as string;
  })
  /** Acts on a payment; returns the status of the payment or refund, or the error's code. */
  .extend('act', ({ api, graphql }) => async (id: string, what: string, amount?: number) => {
    if (what === 'increment') {
      const text = `mutation ($input: IncrementAuthorizationInput!) {
        incrementAuthorization(input: $input) { userErrors { code } payment { status } } }`;
      const { incrementAuthorization: done } = await graphql.data(text, { input: { paymentId: id, amount } });
      return done.userErrors[0]?.code ?? done.payment.status;
    }
    const { body } =
      what === 'refund'
        ? await api.post('/refunds', { payment_id: id, amount })
        : await api.post(`/payments/${id}/${what}`, amount ? { amount } : {});
    return body.error?.code ?? (body.error_code || body.status);
  })
  /** Advances some seconds and delivers the sandbox's reports, except those given as lost. */
  .extend('pass', ({ service, shop }) => async (seconds: number, lost: RegExp = /^$/) => {
    ahead += seconds * 1000;
    const sent: string[] = [];
    await sendDueEvents({
      rows: service.database.rows,
      now,
      ids: ulidMaker(),
      randomBytes,
      publicUrl: () => service.url,
      secretOf: async () => SECRET,
      send: async (url, headers, body) => {
        const { type } = JSON.parse(body);
        if (lost.test(type)) return 503;
        if (url.includes(shop.merchantId)) sent.push(type);
        return (await fetch(url, { method: 'POST', headers, body })).status;
      },
    });
    return sent;
  })
  .extend(
    'get',
    ({ api }) =>
      async (id: string) =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('types', ({ service, shop }) => async (type: RegExp) => {
    const text = 'select event_type from events where merchant_id = $1 order by sequence';
    const rows = await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
    return rows.map(({ event_type }) => String(event_type)).filter((name) => type.test(name));
  });

export const several = { capture_method: 'manual_multiple' };
export const manual = { capture_method: 'manual' };
export const increasable = { ...manual, request_incremental_authorization: true };
