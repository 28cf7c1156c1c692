import { expect } from 'vitest';
import { unpackJson } from '../../../src/core/foundation/packed-text.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { clientOf } from '../../kit/client.ts';
import { mutate } from '../../kit/mutate.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend('serviceOptions', { scope: 'file' }, ({ outbox }) => ({
    mail: { post: (message: Message) => outbox.push(message), drain: async () => {} },
    rateLimits: { linkMails: 6, linkMailsToOne: 3 },
  }))
  .extend('linked', ({ api }) => async (values: object = {}) => {
    const body = { amount: 4900, currency: 'EUR', payment_link: true, ...values };
    const created = await api.post('/payments', body);
    expect(created.status).toBe(200);
    return created.body as unknown as { payment_id: string; payment_link: { link: string } };
  });

const codeOf = ({ body, status }: { status: number; body: object }) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];

test("Both APIs send the link with the merchant's name in the customer's language, and record the sender", async ({
  api,
  linked,
  outbox,
  service,
  shop,
}) => {
  outbox.length = 0;
  await api.post(`/accounts/${shop.merchantId}`, {
    merchant_name: 'Acme',
    merchant_details: { primary_email: 'office@acme.example' },
  });
  const { payment_id, payment_link } = await linked({ email: 'ada@example.com' });
  const path = `/payments/${payment_id}/mail_link`;
  const once = { key: shop.key, headers: { 'idempotency-key': 'once' }, body: {} };
  const sent = await clientOf(service).post(path, once);
  expect([sent.status, sent.body.payment_id]).toEqual([200, payment_id]);
  const again = await clientOf(service).post(path, once);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(outbox).toEqual([
    {
      to: 'ada@example.com',
      senderName: 'Acme',
      replyTo: 'office@acme.example',
      language: 'en',
      subject: 'Your payment of €49.00 to Acme',
      before: 'Acme asks you to pay €49.00. Pay here:',
      link: payment_link.link,
      after: 'If you do not expect this, ignore this message: nothing is charged without you.',
    },
  ]);
  const other = await linked({
    browser_info: { language: 'fr-CA' },
    payment_link_config: { seller_name: 'Maison' },
  });
  const input = { paymentId: other.payment_id, email: 'grace@example.com' };
  const { payload } = await mutate(service, shop.key, 'mailPaymentLink', input, 'payment { paymentId }');
  expect(payload).toEqual({ payment: { paymentId: other.payment_id }, userErrors: [] });
  expect(outbox.at(-1)).toMatchObject({
    ...{ to: 'grace@example.com', senderName: 'Maison', language: 'fr', link: other.payment_link.link },
    before: 'Maison vous demande de payer 49,00\u00a0€. Payez ici :',
  });
  await mutate(service, shop.key, 'mailPaymentLink', { ...input, locale: 'he' }, 'payment { paymentId }');
  expect(outbox.at(-1)).toMatchObject({ language: 'he', link: `${other.payment_link.link}?locale=he` });

  const activity = await api.get(`/payments/${payment_id}/activity`);
  expect((activity.body as unknown as { action: string }[]).map(({ action }) => action)).toContain(
    'mailPaymentLink',
  );
  const entries = await service.database.rows.query<{ changes: unknown }>(
    { text: `select changes from audit_log where action = 'mailPaymentLink'`, values: [] },
    shop.merchantId,
  );
  const changes = unpackJson(entries[0]!.changes);
  expect(changes).toEqual([{ field: 'link_mailed_to', before: null, after: null, concealed: true }]);
  expect(JSON.stringify(changes)).not.toContain('@');
});

test('A payout asks its recipient by e-mail for the destination', async ({ api, outbox, service, shop }) => {
  outbox.length = 0;
  const body = { amount: 1250, currency: 'EUR', payout_link: true, email: 'ada@example.com' };
  const { payout_id, payout_link } = (await api.post('/payouts', body)).body as unknown as {
    payout_id: string;
    payout_link: { link: string };
  };
  expect((await api.post(`/payouts/${payout_id}/mail_link`, { locale: 'de' })).status).toBe(200);
  expect(outbox).toMatchObject([
    { to: 'ada@example.com', language: 'de', link: `${payout_link.link}?locale=de` },
  ]);
  expect(outbox[0]!.before).toContain('möchte Ihnen 12,50\u00a0€ senden');
  await api.post(`/payouts/${payout_id}/cancel`, {});
  const over = await mutate(
    service,
    shop.key,
    'mailPayoutLink',
    { payoutId: payout_id },
    'payout { payoutId }',
  );
  expect(over.payload.userErrors[0].code).toBe('unexpected_state');
});

test('A customer receives an e-mail to save a payment method, until the link ends', async ({
  api,
  outbox,
  service,
  shop,
}) => {
  outbox.length = 0;
  await api.post(`/accounts/${shop.merchantId}`, { merchant_name: 'Acme' });
  const customer_id = await shop.customer({ email: 'ada@example.com' });
  const made = await api.post('/payment_methods/collect', { customer_id });
  const { link, pm_collect_link_id } = made.body as unknown as { link: string; pm_collect_link_id: string };
  const sent = await api.post(`/payment_methods/collect/${pm_collect_link_id}/mail_link`, { locale: 'de' });
  expect([sent.status, sent.body]).toMatchObject([200, { customer_id }]);
  expect(outbox).toMatchObject([
    {
      ...{ to: 'ada@example.com', senderName: 'Acme', language: 'de', link: `${link}?locale=de` },
      subject: 'Ihre Zahlungsdaten bei Acme hinterlegen',
    },
  ]);
  const input = { pmCollectLinkId: pm_collect_link_id, email: 'grace@example.com' };
  const { payload } = await mutate(service, shop.key, 'mailCollectLink', input, 'customer { customerId }');
  expect(payload).toEqual({ customer: { customerId: customer_id }, userErrors: [] });
  expect(outbox.at(-1)).toMatchObject({ to: 'grace@example.com', language: 'en', link });
  const nobody = await shop.collectLink(await shop.customer({ email: null }));
  const refused = await api.post(`/payment_methods/collect/${nobody}/mail_link`, {});
  expect(codeOf(refused)).toEqual([400, 'missing_parameter']);
  const ended = await shop.collectLink(customer_id, { expires_at: new Date(0) });
  expect(codeOf(await api.post(`/payment_methods/collect/${ended}/mail_link`, {}))).toEqual([
    409,
    'unexpected_state',
  ]);
  // A page opened from the message works in the message's language.
  const page = await fetch(`${link}?locale=de`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('lang="de"')]);
});

test('Nothing is sent without a link or address, after the payment, or to an address hidden from the key', async ({
  api,
  linked,
  outbox,
  service,
  shop,
}) => {
  outbox.length = 0;
  const none = await linked();
  const path = `/payments/${none.payment_id}/mail_link`;
  expect(await api.post(path, {})).toMatchObject({
    status: 400,
    body: { error: { code: 'missing_parameter', param: 'email' } },
  });
  expect(await api.post(path, { email: 'nobody' })).toMatchObject({
    body: { error: { code: 'invalid_parameter', param: 'email' } },
  });
  expect(await api.post(path, { email: 'a@b.example', locale: 'tlh' })).toMatchObject({
    body: { error: { code: 'invalid_parameter', param: 'locale', message: expect.stringContaining('de, ') } },
  });
  const key = await shop.apiKey({ permissions: ['payments:read', 'payments:write'] });
  const toSelf = await clientOf(service).post(path, { key, body: { email: 'me@example.com' } });
  expect(codeOf(toSelf)).toEqual([403, 'not_permitted']);
  const { payment_id: plain } = await linked({ payment_link: false, email: 'ada@example.com' });
  expect(codeOf(await api.post(`/payments/${plain}/mail_link`, {}))).toEqual([409, 'unexpected_state']);
  await api.post(`/payments/${none.payment_id}/cancel`, {});
  expect(codeOf(await api.post(path, { email: 'a@b.example' }))).toEqual([409, 'unexpected_state']);
  expect(outbox).toEqual([]);
});

test('E-mails are limited per address and per merchant, separately for each merchant', async ({
  outbox,
  service,
}) => {
  outbox.length = 0;
  const sender = async () => {
    const shop = await seedMerchant(service);
    const client = clientOf(service);
    const created = await client.post('/payments', {
      key: shop.key,
      body: { amount: 100, currency: 'EUR', payment_link: true },
    });
    return async (email: string) =>
      (
        await client.post(`/payments/${created.body.payment_id}/mail_link`, {
          key: shop.key,
          body: { email },
        })
      ).status;
  };
  const [one, another] = [await sender(), await sender()];
  const statuses = [];
  for (const email of ['Ada@x.example', 'ada@x.example', 'ada@x.example', 'ada@x.example'])
    statuses.push(await one(email));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await another('ada@x.example')).toBe(200);
  const more = [];
  for (const i of [1, 2, 3, 4]) more.push(await one(`${i}@x.example`));
  expect(more).toEqual([200, 200, 200, 429]);
  expect(outbox).toHaveLength(7);
});

test('Without a mail server the request fails with an explanation', async () => {
  const service = await startTestService({ mail: null });
  try {
    const shop = await seedMerchant(service);
    const client = clientOf(service);
    const { body } = await client.post('/payments', {
      key: shop.key,
      body: { amount: 100, currency: 'EUR', payment_link: true, email: 'ada@example.com' },
    });
    const refused = await client.post(`/payments/${body.payment_id}/mail_link`, { key: shop.key, body: {} });
    expect(codeOf(refused)).toEqual([409, 'unexpected_state']);
    expect(refused.body.error.message).toContain('SMTP_URL');
  } finally {
    await service.close();
  }
});
