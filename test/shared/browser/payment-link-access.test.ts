import { expect } from 'vitest';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { expectAccessible, seesHeading, test } from './checkout.ts';
import { phone, runs } from './chromium.ts';

test(
  'An expired link is reported; cancelled and unknown links look alike',
  runs,
  async ({ api, customer, link, seller, service }) => {
    const expired = await link({ session_expiry: 60 });
    const { page } = await customer(expired.payment_link.link);
    await page.getByRole('timer').waitFor();
    const where = { merchant_id: seller.merchantId, payment_id: expired.payment_id };
    await setColumns(service, 'payments', where, { expires_on: new Date(0) });
    await page.reload();
    await seesHeading(page, 'This link has expired');
    await expectAccessible(page, ['light']);

    const cancelled = await link();
    expect((await api.post(`/payments/${cancelled.payment_id}/cancel`, {})).status).toBe(200);
    const never = cancelled.payment_link.link.replace(cancelled.payment_id, 'pay_never');
    const pages = [cancelled.payment_link.link, never, `${never}x`, expired.payment_link.link.slice(0, -1)];
    const answers = await Promise.all(pages.map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 404));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    await page.goto(cancelled.payment_link.link);
    await seesHeading(page, 'This link does not exist');
    await expectAccessible(page, ['light']);

    const held = await link();
    const merchant = { merchant_id: seller.merchantId };
    await setColumns(service, 'merchant_accounts', merchant, { suspended_at: new Date() });
    await page.goto(held.payment_link.link);
    await seesHeading(page, 'Payments are not taken at the moment');
  },
);

test(
  'A right-to-left page is complete and accessible, and names the seller without a script',
  runs,
  async ({ customer, link }) => {
    const payment = await link({ payment_link_config: { seller_name: 'Acme & Sons' } });
    const { page } = await customer(`${payment.payment_link.link}?locale=ar-EG`, phone);
    await page.locator('#submit').waitFor();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      'ar',
      'rtl',
    ]);
    await expectAccessible(page);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
    const german = await customer(payment.payment_link.link, { locale: 'de-AT' });
    await german.page.getByLabel('Kartennummer').waitFor();
    const plain = await customer(payment.payment_link.link, { javaScriptEnabled: false });
    expect(await plain.page.locator('noscript').textContent()).toContain('needs JavaScript');
    await plain.page.getByRole('heading', { name: 'Acme & Sons' }).waitFor();
  },
);

test(
  'Only allowed domains can frame the secure link, and none the plain link',
  runs,
  async ({ customer, link, service }) => {
    const payment = await link({ payment_link_config: { allowed_domains: ['127.0.0.1', '*.shop.example'] } });
    const secure = payment.payment_link.secure_link!;
    const policyOf = async (address: string, headers = {}) => {
      const answer = await fetch(address, { headers });
      const policy = answer.headers.get('content-security-policy') ?? '';
      return { status: answer.status, ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
    };
    expect(await policyOf(secure, { 'sec-fetch-dest': 'iframe' })).toEqual({
      status: 200,
      ancestors: 'http://127.0.0.1:* https://*.shop.example',
    });
    expect(await policyOf(secure, { 'sec-fetch-dest': 'document' })).toEqual({
      status: 404,
      ancestors: "'none'",
    });
    expect(await policyOf(payment.payment_link.link)).toEqual({ status: 200, ancestors: "'none'" });
    expect((await link()).payment_link.secure_link).toBeNull();

    const { page } = await customer('about:blank');
    const shown = async (address: string) => {
      await page.route('**/shop', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<iframe title="Pay" src="${address}"></iframe>` }),
      );
      await page.goto(`${service.url}/shop`);
      return page.frameLocator('iframe');
    };
    const frame = await shown(secure);
    await frame.getByLabel('Card number').waitFor();
  },
);

test('A link cannot be guessed: every payment and merchant has a different one', async ({
  link,
  service,
}) => {
  const [one, other] = [await link({ payment_id: 'order-1' }), await link({ payment_id: 'order-2' })];
  const token = (address: string) => address.split('/').at(-1)!;
  expect(token(one.payment_link.link)).not.toBe(token(other.payment_link.link));
  expect(token(one.payment_link.link).length).toBeGreaterThanOrEqual(40);
  const foreign = await seedMerchant(service);
  const stolen = one.payment_link.link.replace(/\/pay\/[^/]+/, `/pay/${foreign.merchantId}`);
  const asSecure = one.payment_link.link.replace('/pay/', '/secure/');
  for (const address of [stolen, asSecure, other.payment_link.link.replace('order-2', 'order-1')]) {
    expect((await fetch(address)).status).toBe(404);
  }
});
