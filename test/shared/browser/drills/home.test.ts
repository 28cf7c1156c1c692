import { expect } from 'vitest';
import { graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { runs } from '../chromium.ts';
import { expectNothingRefused, followTo, patiently, settled, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test(
  'The refunds on Home exclude failed ones, as in Analytics',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const { mutate } = graphqlAs(cardShop.key);
    const refund = async (paymentId: string, amount: number) =>
      (await mutate('createRefund', { paymentId, amount }, 'refund { status }')).payload.refund.status;
    const paymentId = await pay(2_000);
    expect(await refund(paymentId, 300)).toBe('succeeded');
    expect(await refund(paymentId, 800)).toBe('succeeded');
    const failing = await pay(2_000, { paymentMethodData: { card: graphqlCardOf('4000000000005126') } });
    expect(await refund(failing, 700)).toBe('failed');
    const { page } = await as('owner');
    const figure = page.getByRole('region', { name: 'Refunds' });
    await figure.getByText('€11.00').waitFor();
    await followTo(page, '/dashboard/analytics?days=7');
    await page.getByText('€11.00').first().waitFor();
  },
);

test(
  'Home separates disputes that can be challenged from others, which have no button',
  runs,
  async ({ as, cardShop, pay }) => {
    const paymentId = await pay(2_000);
    const dispute = (amount: number, challenge_required_by: Date | null) =>
      cardShop.dispute(paymentId, {
        ...{ amount, currency: 'EUR', connector: 'sandbox', dispute_status: 'dispute_opened' },
        challenge_required_by,
      });
    const overdue = await dispute(101, inDays(-3));
    await dispute(404, inDays(4.5));
    await dispute(202, inDays(0.5));
    await dispute(909, null);
    const opened = await as('operator');
    const { page } = opened;
    const rows = page.getByRole('table', { name: 'Open disputes' }).locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBe(3);
    const texts = await rows.allTextContents();
    expect(texts.map((text) => /€\d\.\d\d/.exec(text)?.[0])).toEqual(['€2.02', '€4.04', '€9.09']);
    expect(texts[0]).toMatch(/in 1[12] hours/);
    expect(texts[1]).toContain('in 4 days');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.getByRole('link', { name: 'Missed' }).click();
    const list = page.getByRole('table', { name: 'Disputes' }).locator('tbody tr');
    await expect.poll(() => list.count(), patiently).toBe(1);
    expect(await list.first().textContent()).toContain('missed');
    await list.first().getByRole('link').click();
    await page.getByRole('heading', { name: partOf(overdue), level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    expect(await page.getByRole('button', { name: 'Challenge' }).count()).toBe(0);
    expectNothingRefused(opened);
  },
);

test('Each task on Home links to a list with as many rows', runs, async ({ as, cardShop, pay }) => {
  const old = { created: inDays(-2) };
  const payment = (values: object) =>
    cardShop.payment({
      ...{ amount_received: 0, amount_capturable: 0, profile_id: cardShop.profileId },
      ...{ ...old, ...values },
    });
  await payment({ status: 'processing' });
  await payment({ status: 'processing' });
  await payment({ status: 'processing', created: new Date() });
  await payment({ status: 'requires_merchant_action' });
  await payment({ status: 'requires_capture', amount_capturable: 1_000 });
  await payment({
    ...{ status: 'partially_captured_and_capturable', capture_method: 'manual_multiple' },
    ...{ amount_received: 400, amount_capturable: 600 },
  });
  await pay(1_000, { captureMethod: 'manual' });
  const { page } = await as('owner');
  const needs = page
    .locator('section', { has: page.getByRole('heading', { name: 'Needs attention' }) })
    .getByRole('link');
  await expect.poll(() => needs.count(), patiently).toBe(3);
  const found: [string, string][] = [];
  for (const link of await needs.all())
    found.push([(await link.textContent())!, (await link.getAttribute('href'))!]);
  const counts = found.map(([text]) => Number.parseInt(text, 10));
  expect(counts.sort()).toEqual([1, 2, 2]);
  for (const [text, href] of found) {
    await followTo(page, href);
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await settled(page);
    const shown = page.getByRole('status').filter({ hasText: /^\d+ payments?$/ });
    await expect
      .poll(() => shown.textContent(), { message: text, ...patiently })
      .toMatch(new RegExp(`^${Number.parseInt(text, 10)} payment`));
  }
});

test(
  'Large amounts appear in full, and the currency is in the address',
  runs,
  async ({ as, cardShop, service }) => {
    for (const [currency, amount] of [
      ['KWD', 999_999_999_999],
      ['KWD', 1_234],
      ['EUR', 100],
    ] as const) {
      const paymentId = await cardShop.payment({
        ...{ amount, net_amount: amount, currency, amount_received: amount, status: 'succeeded' },
        ...{ created: new Date(), profile_id: cardShop.profileId },
      });
      expect(paymentId).toBeDefined();
    }
    const { page } = await as('owner');
    await page.goto(`${service.url}/?currency=KWD`);
    const volume = page.getByRole('region', { name: 'Volume' }).first();
    const figure = volume.getByText(/^KWD.1,000,000,001\.233$/);
    await figure.waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [inner, outer] = [(await figure.boundingBox())!, (await volume.boundingBox())!];
      expect([width, inner.x + inner.width <= outer.x + outer.width]).toEqual([width, true]);
      const overflow = await figure.evaluate((element) => {
        const { clientWidth, scrollWidth } = element as unknown as Record<string, number>;
        return scrollWidth! - clientWidth!;
      });
      expect([width, overflow]).toEqual([width, 0]);
    }
  },
);

test(
  'A new merchant account sees first steps, with completed ones marked',
  runs,
  async ({ as, cardShop }) => {
    const { page } = await as('owner');
    const steps = page.locator('section', { hasText: 'First steps' }).getByRole('listitem');
    const texts = async () => (await steps.allTextContents()).map((text) => text.trim());
    await expect
      .poll(texts, patiently)
      .toEqual([
        'Connect a payment provider Done',
        'Create an API key for your server Done',
        'Send a test payment through the provider',
        'Invite your colleagues',
      ]);
    await cardShop.invitation();
    await page.reload();
    await expect.poll(texts, patiently).toContain('Invite your colleagues Done');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
  },
);
