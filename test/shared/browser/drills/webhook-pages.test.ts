import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, settled, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const endpoint = {
  webhookDetails: { webhookUrl: 'https://shop.example/hooks' },
  paymentResponseHashKey: 'a_signing_key_of_some_length',
};
const tried = {
  attempt_number: 1,
  started_at: '2026-11-26T10:00:00.000Z',
  duration_ms: 1_234,
  status_code: 500,
  error: null,
  error_message: 'The endpoint responded with 500.',
  answer: '{"error":"signing key WHSEC is not set"}',
};

test(
  'The page of a webhook shows the request and response, and can resend it',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paymentId = await pay(1_000);
    const event = await cardShop.event({ object_id: paymentId, payment_id: paymentId });
    const failing = await cardShop.webhookDelivery(event, {
      ...{ status: 'pending', attempt_count: 2, status_code: 500 },
      error_message: tried.error_message,
      next_attempt_at: new Date(Date.now() + 3_600_000),
      attempts: [tried, { ...tried, attempt_number: 2, answer: null, status_code: null, error: 'timed_out' }],
    });
    const waiting = await cardShop.webhookDelivery(
      await cardShop.event({ object_id: paymentId, payment_id: paymentId }),
      { status: 'pending', next_attempt_at: new Date(Date.now() - 60_000) },
    );
    await graphqlAs(cardShop.key).mutate(
      'updateBusinessProfile',
      { profileId: cardShop.profileId, ...endpoint },
      'businessProfile { profileId }',
    );
    const opened = await as('developer');
    const { page } = opened;
    await goTo(page, 'Developers');
    const table = page.getByRole('table', { name: 'Webhooks' });
    const rowOf = (delivery: string) =>
      table.getByRole('row').filter({ has: page.getByRole('button', { name: `Send now ${delivery}` }) });
    await rowOf(waiting).getByText('Due now').waitFor();
    const row = rowOf(failing);
    await row.getByText('Failing').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: partOf(failing), level: 1 }).waitFor();
    await settled(page);
    expect(await page.getByRole('region', { name: 'Response to attempt 1' }).textContent()).toBe(
      tried.answer,
    );
    const request = await page.getByRole('region', { name: 'Request body' }).textContent();
    expect(JSON.parse(request!)).toMatchObject({ event_id: event });
    const tries = page.getByRole('region', { name: 'Attempt 1' });
    await tries.getByText('1,234 ms').waitFor();
    await page.getByRole('region', { name: 'Attempt 2' }).getByText(partOf('Timed out')).waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.getByRole('button', { name: 'Send now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send the webhook now' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { webhookDeliveries } = await graphqlAs(cardShop.key).data(
      'query ($event: ID!) { webhookDeliveries(filter: { eventId: { eq: $event } }) { nodes { redelivery } } }',
      { event },
    );
    expect(webhookDeliveries.nodes.map(({ redelivery }: { redelivery: boolean }) => redelivery)).toContain(
      true,
    );
    // Home links to the list of failed ones.
    const failed = await cardShop.webhookDelivery(
      await cardShop.event({ object_id: paymentId, payment_id: paymentId }),
      { status: 'failed', next_attempt_at: null, completed_at: new Date() },
    );
    await goTo(page, 'Home');
    await page.reload();
    await page.getByRole('link', { name: '1 webhook failed in the last 24 hours' }).click();
    const rows = page.getByRole('table', { name: 'Webhooks' }).locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBe(1);
    expect(await rows.first().textContent()).toContain(failed);
    expectNothingRefused(opened);
  },
);

test('A test event is sent to the endpoint of a profile', runs, async ({ as, cardShop, graphqlAs }) => {
  const { mutate } = graphqlAs(cardShop.key);
  await mutate(
    'updateBusinessProfile',
    { profileId: cardShop.profileId, ...endpoint },
    'businessProfile { profileId }',
  );
  const { page } = await as('developer');
  await goTo(page, 'Developers');
  await page.getByRole('button', { name: 'Send a test event to default' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await dialog.getByText(partOf('https://shop.example/hooks')).waitFor();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'detached' });
  const events = page.getByRole('table', { name: 'Events' });
  await events.getByText('Payment succeeded (a test)').waitFor();
});

test(
  'A person copies and rotates the signing key of a profile',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const readKey = async () => {
      const { businessProfile } = await graphqlAs(cardShop.key).data(
        'query ($id: ID!) { businessProfile(profileId: $id) { paymentResponseHashKey } }',
        { id: cardShop.profileId },
      );
      return businessProfile.paymentResponseHashKey as string;
    };
    await graphqlAs(cardShop.key).mutate(
      'updateBusinessProfile',
      { profileId: cardShop.profileId, ...endpoint },
      'businessProfile { profileId }',
    );
    const opened = await as('developer');
    const { page } = opened;
    await goTo(page, 'Developers');
    await page.getByRole('button', { name: /^Show the signing key/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Signing key of/ });
    await dialog.getByText(endpoint.paymentResponseHashKey).waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    const replacing = page.getByRole('dialog', { name: 'Replace the signing key' });
    await replacing.getByRole('button', { name: 'Replace' }).click();
    await replacing.waitFor({ state: 'detached' });
    const replaced = await readKey();
    expect(replaced).toMatch(/^[0-9a-f]{64}$/);
    await dialog.getByText(replaced).waitFor();
    expectNothingRefused(opened);
  },
);
