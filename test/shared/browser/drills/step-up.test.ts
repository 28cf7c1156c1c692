import { expect, onTestFinished } from 'vitest';
import {
  allPermissions,
  namedPermissions,
  type Permission,
} from '../../../../src/core/foundation/permissions.ts';
import { cards, graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { authenticatorOf } from '../../people/authenticator.ts';
import { appoint, PASSWORD } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import { expectNothingRefused, followTo, goTo, signInAt, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test(
  'An owner without a second factor sets one up in another tab, and the form keeps its input',
  runs,
  async ({ cardShop, service }) => {
    const { email } = await appoint(service, cardShop.merchantId, 'owner');
    const opened = await openGuardedPage();
    onTestFinished(() => opened.close());
    const { page } = opened;
    await signInAt(page, service.url, email);
    await followTo(page, `/dashboard/settings/${cardShop.profileId}`);
    await page.getByRole('button', { name: 'Change: Webhooks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change: Webhooks' });
    await dialog.getByLabel('Webhook URL').fill('https://hooks.example.com/in');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(partOf('you have none yet')).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const [tab] = await Promise.all([page.context().waitForEvent('page'), dialog.getByRole('link').click()]);
    await tab.getByRole('button', { name: 'Turn two-factor authentication on' }).click();
    const enrolment = tab.getByRole('dialog', { name: 'Turn two-factor authentication on' });
    await enrolment.getByLabel('Password').fill(PASSWORD);
    await enrolment.getByRole('button', { name: 'Continue' }).click();
    const codeNow = authenticatorOf((await enrolment.locator('code.identifier').textContent())!);
    const former = await enrolment.locator('pre').textContent();
    await enrolment.getByLabel('Code').fill(codeNow());
    await enrolment.getByRole('button', { name: 'Turn on' }).click();
    await tab.getByRole('button', { name: 'Renew backup codes' }).click();
    const renewing = tab.getByRole('dialog', { name: 'Renew the backup codes' });
    await renewing.getByLabel('Password').fill(PASSWORD);
    await renewing.getByRole('button', { name: 'Renew' }).click();
    const renewed = tab.getByRole('dialog', { name: 'Your new backup codes' });
    const codes = (await renewed.locator('pre').textContent())!;
    expect(codes).not.toBe(former);
    expect(codes.trim().split('\n')).toHaveLength(10);
    expect(await violationsOf(tab)).toEqual([]);

    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('https://hooks.example.com/in').waitFor();
    expectNothingRefused(opened);
  },
);

test(
  "A link opens the payment's address without a second factor, and another address with one",
  runs,
  async ({ as, pay }) => {
    const card = graphqlCardOf(cards.declined);
    const paymentId = await pay(1_000, { email: 'guest@example.com', paymentMethodData: { card } });
    const { page } = await as('owner');
    await followTo(page, `/dashboard/payments/${paymentId}`);
    await page.getByRole('button', { name: 'Send a payment link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a payment link' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Link sent to guest@example.com').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Send a payment link' }).click();
    await dialog.getByLabel('Email').fill('other@example.com');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText(partOf('This action needs a second factor')).waitFor();
  },
);

test(
  'A notice appears in full, and a domain notice links to the domains page',
  runs,
  async ({ as, cardShop }) => {
    const message = `The proof of shop.example.com has failed three times, so that ${'hosts '.repeat(20)}have no effect.`;
    await cardShop.notification({ kind: 'domain_failed', message, value: null, threshold: null });
    const { page } = await as('owner');
    await followTo(page, '/dashboard/notifications');
    const cell = page.getByRole('cell', { name: message });
    await cell.waitFor();
    const [wide, shown] = await cell.evaluate((one) => {
      const { clientWidth, scrollWidth } = one as unknown as { clientWidth: number; scrollWidth: number };
      return [scrollWidth, clientWidth] as const;
    });
    expect(wide).toBeLessThanOrEqual(shown);
    const row = page.getByRole('row').filter({ has: cell });
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
  },
);

test('A key form offers each permission by its API name', runs, async ({ as }) => {
  const { page } = await as('owner');
  await goTo(page, 'Developers');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByLabel('Custom').check();
  await dialog.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByText('Sensitive: only for keys that name them').waitFor();
  const isNamed = (one: Permission) => namedPermissions.has(one);
  const apart = [...allPermissions.filter((one) => !isNamed(one)), ...allPermissions.filter(isNamed)];
  expect(await page.getByRole('option').allTextContents()).toEqual(apart);
});
