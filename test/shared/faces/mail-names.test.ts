import { globSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend('serviceOptions', { scope: 'file' }, ({ outbox }) => ({
    mail: { post: (message: Message) => outbox.push(message), drain: async () => {} },
    rateLimits: { linkMails: 100, linkMailsToOne: 100 },
  }));

const hostile =
  'Acme\r\n\r\nYour account is closed. Sign in at https://evil.example/now, evil.example or call +49 900 123456, me@evil.example';
const order = { amount: 4900, currency: 'EUR', email: 'ada@example.com' };

test('No mailed link contains addresses, numbers or paragraphs from the merchant, wherever its name is set', async ({
  api,
  outbox,
  shop,
}) => {
  const customer_id = await shop.customer({ email: 'ada@example.com' });
  const sendAll = async (config: object, names: object) => {
    outbox.length = 0;
    const paid = await api.post('/payments', { ...order, payment_link: true, payment_link_config: config });
    const sent = [`/payments/${paid.body.payment_id}/mail_link`];
    const out = await api.post('/payouts', { ...order, payout_link: true, payout_link_config: names });
    sent.push(`/payouts/${out.body.payout_id}/mail_link`);
    const collected = await api.post('/payment_methods/collect', { customer_id });
    expect(collected.status, collected.text).toBe(200);
    sent.push(`/payment_methods/collect/${collected.body.pm_collect_link_id}/mail_link`);
    for (const path of sent) expect((await api.post(path, {})).status, path).toBe(200);
    expect(outbox).toHaveLength(3);
    return outbox.map(({ after, before, senderName, subject }) => [senderName!, subject, before, after]);
  };
  await api.post(`/accounts/${shop.merchantId}`, { merchant_name: hostile.slice(0, 120) });
  const unnamed = await sendAll({}, {});
  const own = { merchant_name: hostile };
  await api.post(`/accounts/${shop.merchantId}`, { pm_collect_link_config: own });
  for (const texts of [...unnamed, ...(await sendAll({ seller_name: hostile }, own))]) {
    for (const text of texts) {
      expect(text).not.toMatch(/[\r\n]|evil\.example|:\/\/|@|900|123456/);
    }
    expect(texts[0]).toMatch(/^Acme Your account is closed\./);
  }
  // A name with nothing left falls back to the account's, and then to its identifier.
  const numbers = { seller_name: '+49 900 123456' };
  await api.post(`/accounts/${shop.merchantId}`, { merchant_name: 'Acme' });
  expect((await sendAll(numbers, {}))[0]![0]).toBe('Acme');
  await api.post(`/accounts/${shop.merchantId}`, { merchant_name: 'https://evil.example' });
  expect((await sendAll(numbers, {}))[0]![0]).toBe(shop.merchantId);
});

test('Messages contain only text reduced to plain names', () => {
  const sources = globSync('src/**/*.{ts,tsx}');
  const claiming = sources.filter((path) => /\bas (unknown as )?MailText\b/.test(readFileSync(path, 'utf8')));
  expect(claiming).toEqual(['src/core/foundation/mail-text.ts']);
  // All mail goes through one port with texts of that type: the compiler requires it of new messages.
  const port = readFileSync('src/core/foundation/ports/mail.ts', 'utf8');
  const message = /interface Message \{.*?\n\}/s.exec(port)![0];
  const texts = [...message.matchAll(/readonly (\w+)\??: ([\w| ]+);/g)].map(([, name, type]) => [name, type]);
  expect(Object.fromEntries(texts)).toEqual({
    ...{ to: 'string', replyTo: 'string | null', language: 'string', link: 'string' },
    ...{ subject: 'MailText', before: 'MailText', after: 'MailText', senderName: 'MailText' },
  });
  const sending = sources.filter((path) => /\.sendMail\(/.test(readFileSync(path, 'utf8')));
  expect(sending).toEqual(['src/people/mail.ts']);
});
