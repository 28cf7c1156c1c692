import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventType } from '../../../../src/core/entities/event-types.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { type GuardedPage, openGuardedPage, runs, withoutBrowser } from '../chromium.ts';
import { partOf } from '../exact-names.ts';

/** Chromium shares the machine with the other tests. */
const patiently = { timeout: 60_000 };

let service: TestService;
let opened: GuardedPage;

beforeAll(async () => {
  service = await startTestService();
  if (withoutBrowser) return;
  opened = await openGuardedPage();
  await opened.page.goto(`${service.url}/docs`);
  await opened.page.locator('.opblock').first().waitFor();
});

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
  await openGroup('Payments');
  expect(await operation.locator('.opblock-summary-path').getAttribute('data-path')).toBe('/payments/list');
});

test.skipIf(withoutBrowser)('The API reference shows the webhooks without a request form', async () => {
  const { page } = opened;
  const shown = await page
    .locator('.webhooks .opblock-summary-path')
    .evaluateAll((paths) => paths.map((path) => path.dataset.path));
  expect(shown).toEqual([...EventType.values]);
  const webhook = page.locator('#operations-webhooks-onRefundSucceeded');
  await webhook.locator('.opblock-summary-control').click();
  await webhook.getByText(partOf('x-webhook-signature-512')).waitFor();
  await expect.poll(() => webhook.textContent(), patiently).toContain('refund_details');
  expect(await webhook.locator('button.execute').count()).toBe(0);
});

/** Opens a group of operations unless it is already open. */
async function openGroup(name: string): Promise<void> {
  const group = opened.page.locator(`.opblock-tag[data-tag="${name}"]`);
  if ((await group.getAttribute('data-is-open')) === 'false') await group.click();
}

/** Tries an operation out, and returns the request and its response. */
async function tryOut(operationId: string, path: string): Promise<Response> {
  const { page } = opened;
  const operation = page.locator(`#operations-${operationId}`);
  await openGroup(operationId.split('-')[0]!.replaceAll('_', ' '));
  await operation.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await operation.locator('button.execute').click();
  return answered;
}

test('A link to an operation opens it below the bar, with the schemas of its responses', runs, async () => {
  const { page } = opened;
  await page.goto(`${service.url}/docs#/Refunds/updateRefund`);
  await page.reload();
  const operation = page.locator('#operations-Refunds-updateRefund.is-open');
  await operation.getByText('RateLimit-Policy').first().waitFor();
  const bottom = await page.locator('#bar').evaluate((bar) => bar.getBoundingClientRect().bottom);
  const top = () => operation.evaluate((element) => element.getBoundingClientRect().top);
  // It scrolls in steps.
  await expect.poll(top, patiently).toSatisfy((px: number) => px >= bottom && px < bottom + 100);
  await operation.locator('.responses-inner').getByRole('tab', { name: 'Schema' }).first().click();
  await operation.getByText('refund_id').first().waitFor();
});

test('The key box serves operations of every kind of key', runs, async () => {
  const { page } = opened;
  expect(await page.locator('.authorize, .authorization__btn').count()).toBe(0);
  const shop = await seedMerchant(service);
  const paymentId = await shop.payment();

  await page.getByLabel('API key').fill(shop.key);
  const listed = await tryOut('Payments-listPayments', '/payments/list');
  expect([listed.status(), await listed.text()]).toEqual([200, expect.stringContaining(paymentId)]);
  const live = page.locator('#operations-Payments-listPayments .live-responses-table');
  await expect.poll(() => live.textContent(), patiently).toContain('200');
  // No sample values are sent with the key.
  const sent = await listed.request().allHeaders();
  expect(sent).toMatchObject({ 'api-key': shop.key });
  expect(Object.keys(sent).filter((name) => /^(?:idempotency-key|x-request-id)$/.test(name))).toEqual([]);

  await page.getByLabel('API key').fill(shop.publishableKey);
  const tokens = await tryOut('Payments-createSessionTokens', '/payments/session_tokens');
  expect(await tokens.request().allHeaders()).toMatchObject({ 'api-key': shop.publishableKey });
  // The sample's payment does not exist: the key was accepted.
  expect(tokens.status()).toBe(404);

  await page.getByLabel('API key').fill(service.adminApiKey);
  const mapping = await tryOut('Error_mappings-createErrorMapping', '/gsm');
  expect(await mapping.request().allHeaders()).toMatchObject({ 'api-key': service.adminApiKey });
  expect(mapping.status()).toBe(200);
});

test.skipIf(withoutBrowser)(
  'The API reference requests no other host and violates no content security policy',
  async () => {
    await opened.page.waitForLoadState('networkidle');
    expect(opened.foreignRequests).toEqual([]);
    expect(opened.complaints).toEqual([]);
  },
);
