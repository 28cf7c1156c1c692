import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { test as base, expectNothingRefused, goTo, patiently, settled, violationsOf } from '../dashboard.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ requestLog: 'writes' as const }));

test(
  'A developer finds a refused request and repeats it with curl',
  runs,
  async ({ as, cardShop, graphqlAs, pay, service }) => {
    await pay(1_000);
    const { mutate } = graphqlAs(cardShop.key);
    await mutate('createCustomer', { name: 'Ada Lovelace' }, 'customer { customerId }');
    const refused = await fetch(`${service.url}/payments`, {
      method: 'POST',
      headers: { 'api-key': cardShop.key, 'content-type': 'application/json', 'idempotency-key': 'order-17' },
      body: JSON.stringify({ amount: 1000, currency: 'XXX', description: 'For Ada' }),
    });
    expect(refused.status).toBe(400);
    await service.requestLog.drain();

    const opened = await as('developer');
    const { page } = opened;
    await goTo(page, 'Developers');
    await page.getByRole('link', { name: 'Requests' }).click();
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBeGreaterThanOrEqual(3);
    await rows.filter({ hasText: 'createCustomer' }).first().waitFor();
    await page.getByRole('link', { name: 'REST' }).click();
    await expect.poll(() => rows.filter({ hasText: 'createCustomer' }).count(), patiently).toBe(0);
    await rows.filter({ hasText: 'Failed' }).getByRole('link').first().click();

    await page.getByText(refused.headers.get('x-request-id')!).first().waitFor();
    await settled(page);
    const request = await page.getByRole('region', { name: 'Request' }).last().textContent();
    expect(JSON.parse(request!)).toEqual({ amount: 1000, currency: 'XXX', description: '•••' });
    expect(await page.getByRole('region', { name: 'Response' }).last().textContent()).toContain('currency');
    const curl = await page.getByRole('region', { name: 'curl command' }).textContent();
    expect(curl).toContain(`curl -X POST '${service.url}/payments'`);
    expect(curl).toContain('api-key: $API_KEY');
    expect(curl).not.toContain(cardShop.key);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);
