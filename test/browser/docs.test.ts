import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventType } from '../../src/core/entities/event-types.ts';
import { seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { type GuardedPage, openGuardedPage, withoutBrowser } from './chromium.ts';

let service: TestService;
let opened: GuardedPage;

beforeAll(async () => {
  service = await startTestService();
  if (withoutBrowser) return;
  opened = await openGuardedPage();
  await opened.page.goto(`${service.url}/docs`);
  await opened.page.locator('.opblock').first().waitFor();
}, 60_000);

afterAll(async () => {
  await opened?.close();
  await service?.close();
});

test.skipIf(withoutBrowser)('The API reference shows the service and its operations in groups', async () => {
  const { page } = opened;
  expect(await page.title()).toBe('Switchyard API reference');
  expect(await page.locator('.info h1').first().textContent()).toContain('Switchyard');
  const groups = await page.locator('.opblock-tag').evaluateAll((tags) => tags.map((tag) => tag.dataset.tag));
  expect(groups).toEqual(expect.arrayContaining(['Payments', 'Refunds', 'Customers', 'Connector accounts']));
  const operation = page.locator('#operations-Payments-listPayments');
  expect(await operation.locator('.opblock-summary-path').getAttribute('data-path')).toBe('/payments/list');
});

test.skipIf(withoutBrowser)('The API reference shows the webhooks, which cannot be tried out', async () => {
  const { page } = opened;
  const shown = await page
    .locator('.webhooks .opblock-summary-path')
    .evaluateAll((paths) => paths.map((path) => path.dataset.path));
  expect(shown).toEqual([...EventType.values]);
  const webhook = page.locator('#operations-webhooks-onRefundSucceeded');
  await webhook.locator('.opblock-summary-control').click();
  await webhook.getByText('x-webhook-signature-512').waitFor();
  await expect.poll(() => webhook.textContent()).toContain('refund_details');
  expect(await webhook.locator('button.execute').count()).toBe(0);
});

test.skipIf(withoutBrowser)('An operation tried out with an API key calls the service', async () => {
  const { page } = opened;
  const shop = await seedMerchant(service);
  const paymentId = await shop.payment();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.modal-ux .auth-container input').first().fill(shop.key);
  await page.locator('.modal-ux .authorize').first().click();
  await page.locator('.modal-ux .close-modal').click();

  const operation = page.locator('#operations-Payments-listPayments');
  await operation.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((response) => response.url().includes('/payments/list'));
  await operation.locator('button.execute').click();
  const response = await answered;
  expect([response.status(), await response.text()]).toEqual([200, expect.stringContaining(paymentId)]);
  await expect.poll(() => operation.locator('.live-responses-table').textContent()).toContain('200');
});

test.skipIf(withoutBrowser)(
  'The API reference requests no other host and violates no content security policy',
  async () => {
    await opened.page.waitForLoadState('networkidle');
    expect(opened.foreignRequests).toEqual([]);
    expect(opened.complaints).toEqual([]);
  },
);

test('The API reference serves its assets and no other file', async () => {
  const page = await fetch(`${service.url}/docs`);
  const html = await page.text();
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  const linked = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  const assets = linked.filter((address) => address !== '/favicon.svg');
  expect(assets.every((address) => address.startsWith('/docs/'))).toBe(true);
  for (const address of linked) expect((await fetch(service.url + address)).status).toBe(200);
  const other = await fetch(service.url + assets[0]!.replace(/[^/]+$/, 'package.json'));
  expect([other.status, ((await other.json()) as { error: { code: string } }).error.code]).toEqual([
    404,
    'unknown_route',
  ]);
  expect((await fetch(`${service.url}/docs`, { method: 'POST' })).status).toBe(405);
});
