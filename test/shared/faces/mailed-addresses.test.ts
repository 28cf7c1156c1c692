import { expect } from 'vitest';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { operations } from '../../../src/rest/operations.ts';
import { clientOf } from '../../kit/client.ts';
import { test as base } from '../../kit/test.ts';

const MINE = 'me@evil.example';
const ADA = 'ada@shop.example';
const masked = [
  ...(['payments:read', 'payments:write', 'payouts:read', 'payouts:write'] as const),
  ...(['customers:read', 'customers:write'] as const),
];

const test = base
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend('serviceOptions', { scope: 'file' }, ({ outbox }) => ({
    mail: { post: (message: Message) => outbox.push(message), drain: async () => {} },
    rateLimits: { linkMails: 100, linkMailsToOne: 100 },
  }))
  .extend('blind', async ({ service, shop }) => {
    const key = await shop.apiKey({ permissions: masked });
    return (path: string, body: object) => clientOf(service).post(path, { key, body });
  })
  /** The objects with a link, by noun: how to create one with an address, how to set that, and how to mail the link. */
  .extend('holders', ({ shop }) => {
    const order = { amount: 4900, currency: 'EUR' };
    return {
      payment: {
        make: { path: '/payments', body: { ...order, payment_link: true } },
        id: 'payment_id',
        at: (id: string) => `/payments/${id}`,
        mail: async (id: string) => `/payments/${id}/mail_link`,
      },
      payout: {
        make: { path: '/payouts', body: { ...order, payout_link: true } },
        id: 'payout_id',
        at: (id: string) => `/payouts/${id}`,
        mail: async (id: string) => `/payouts/${id}/mail_link`,
      },
      customer: {
        make: { path: '/customers', body: {} },
        id: 'customer_id',
        at: (id: string) => `/customers/${id}`,
        mail: async (id: string) => `/payment_methods/collect/${await shop.collectLink(id)}/mail_link`,
      },
    };
  });

const codeOf = ({ body, status }: { status: number; body: { error?: { code: string; param: string } } }) => [
  status,
  body.error?.code ?? null,
];

test('Every operation that mails a link is tested here', () => {
  const mailing = operations.filter(({ path }) => path.endsWith('/mail_link'));
  expect(mailing.map(({ id }) => id).sort()).toEqual([
    'mailCollectLink',
    'mailPaymentLink',
    'mailPayoutLink',
  ]);
});

test.for(['payment', 'payout', 'customer'] as const)(
  'The link of a %s is never mailed to an address set by a caller who may not read it',
  async (noun, { api, blind, holders, outbox, shop }) => {
    const { at, id: name, mail, make } = holders[noun];
    const made = async (body: object, by = api.post) => {
      const created = await by(make.path, { ...make.body, ...body });
      expect(created.status, created.text).toBe(200);
      return created.body[name] as string;
    };
    const refused = async (id: string) => {
      outbox.length = 0;
      const path = await mail(id);
      const byBlind = await blind(path, {});
      expect(codeOf(byBlind)).toEqual([403, 'not_permitted']);
      expect(byBlind.body.error.message).toContain('personal_data:read');
      expect(byBlind.body.error.message).toContain('owner, admin, operator');
      expect(codeOf(await api.post(path, {}))).toEqual([400, 'missing_parameter']);
      expect(outbox).toEqual([]);
    };
    const sent = async (id: string, to: string) => {
      outbox.length = 0;
      expect((await blind(await mail(id), {})).status).toBe(200);
      expect(outbox.map((message) => message.to)).toEqual([to]);
    };

    const id = await made({ email: ADA });
    await sent(id, ADA);
    // The same address again changes nothing.
    expect((await blind(at(id), { email: ADA })).status).toBe(200);
    await sent(id, ADA);
    expect((await blind(at(id), { email: MINE })).status).toBe(200);
    await refused(id);
    // A caller who may read it gives an address for this message, or sets it.
    outbox.length = 0;
    expect((await api.post(await mail(id), { email: MINE })).status).toBe(200);
    await refused(id);
    await api.post(at(id), { email: MINE });
    await sent(id, MINE);
    await refused(await made({ email: MINE }, blind));

    if (noun === 'customer') return;
    // Through a customer, whose address is copied.
    const theirs = await shop.customer({ email: ADA });
    await sent(await made({ customer_id: theirs }, blind), ADA);
    const mine = (await blind('/customers', { email: MINE })).body.customer_id;
    await refused(await made({ customer_id: mine }));
    await refused(await made({ customer: { id: 'new-here', email: MINE } }, blind));
    await refused(await made({ customer_id: 'new-here' }));
    const changed = await made({});
    await blind(at(changed), { customer_id: theirs });
    await refused(changed);
    const emptied = await made({ email: ADA, customer: { id: 'another', email: ADA } });
    await blind(at(emptied), { customer: { email: MINE } });
    await api.post(at(emptied), { email: null });
    await refused(emptied);
  },
);

test("The customer sets a payment's address with their own client, unless it sees masked data", async ({
  api,
  blind,
  outbox,
  service,
  shop,
}) => {
  const confirm = async (payment: { payment_id: string; client_secret: string }, email: string) => {
    const path = `/payments/${payment.payment_id}/confirm`;
    const card = { card_number: '4000000000000002', card_exp_month: '12', card_exp_year: '2039' };
    const body = { client_secret: payment.client_secret, email, payment_method_data: { card } };
    return clientOf(service).post(path, { key: shop.publishableKey, body });
  };
  await shop.connector({
    test_mode: true,
    payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
  });
  const order = { amount: 100, currency: 'EUR', payment_link: true };
  const own = (await api.post('/payments', { ...order, email: ADA })).body;
  expect((await confirm(own, 'new@shop.example')).body.status).toBe('failed');
  outbox.length = 0;
  expect((await blind(`/payments/${own.payment_id}/mail_link`, {})).status).toBe(200);
  expect(outbox.map(({ to }) => to)).toEqual(['new@shop.example']);

  const { body: other } = await blind('/payments', order);
  expect(other.client_secret).toContain('_masked_');
  expect((await confirm(other, MINE)).body.status).toBe('failed');
  expect(codeOf(await blind(`/payments/${other.payment_id}/mail_link`, {}))).toEqual([403, 'not_permitted']);
});
