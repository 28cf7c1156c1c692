import { expect } from 'vitest';
import { dashboardLink } from '../../../../src/core/foundation/dashboard-link.ts';
import { appoint } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import {
  expectNothingRefused,
  goTo,
  patiently,
  settled,
  signInAt,
  test,
  violationsOf,
} from '../dashboard.ts';

test(
  'An owner opens a notification from the bell, marks it as read and changes the rules',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const disputeId = await cardShop.dispute(await pay(1_000), { profile_id: cardShop.profileId });
    await cardShop.notification({ object_id: disputeId });
    await cardShop.notification({
      kind: 'payout_failed',
      object_id: await cardShop.payout({ status: 'failed' }),
    });

    const opened = await as('owner');
    const { page } = opened;
    // The owner's own appointment is a notification too.
    await page.getByRole('link', { name: 'Notifications: 3 unread' }).click();
    const rows = page.getByRole('table', { name: 'Notifications' }).locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBe(3);
    await settled(page);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await rows.filter({ hasText: 'Dispute due' }).getByRole('link').first().click();
    await page.getByText(disputeId).first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notifications' }).waitFor();
    await page.getByRole('link', { name: 'Unread' }).click();
    await page.getByText('No notification matches').waitFor();

    await goTo(page, 'Settings');
    await page.getByText('3 (default)').waitFor();
    await page.getByText('Yes (default)').first().waitFor();
    await page.getByRole('button', { name: 'Change: Notifications' }).click();
    await page.getByLabel('Dispute deadline: within (days)').fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    const rules = async () => {
      const text = 'select notification_rules as rules from merchant_accounts where merchant_id = $1';
      const [row] = await service.database.rows.query<{ rules: object }>(
        { text, values: [cardShop.merchantId] },
        null,
      );
      return row!.rules;
    };
    await expect.poll(rules, patiently).toMatchObject({ dispute_due_days: 5 });
    await page.getByText('15 (default)').waitFor();
    expectNothingRefused(opened);
  },
);

test(
  'A link in a message opens its merchant account for a person who acts in several',
  runs,
  async ({ cardShop, otherShop, service }) => {
    const { email } = await appoint(service, otherShop.merchantId, 'owner');
    await appoint(service, cardShop.merchantId, 'operator', email);
    const { close, page } = await openGuardedPage();
    try {
      await signInAt(page, service.url, email);
      for (const shop of [cardShop, otherShop, cardShop]) {
        const paymentId = await shop.payment();
        const ports = { publicUrl: () => service.url };
        await page.goto(dashboardLink(ports, shop.merchantId, `/payments/${paymentId}`));
        await page.getByText(paymentId).first().waitFor();
        expect(new URL(page.url()).search).toBe('');
        await page.reload();
        await page.getByText(paymentId).first().waitFor();
      }
      // A link to an account that the person has left opens one of theirs.
      await page.goto(dashboardLink({ publicUrl: () => service.url }, 'mer_of_nobody', '/payments'));
      await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    } finally {
      await close();
    }
  },
);
