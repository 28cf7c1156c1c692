import { readFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { authenticatorOf } from '../../people/authenticator.ts';
import { appoint, PASSWORD } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import {
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  signInAt,
  test,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const openPage = async () => {
  const opened = await openGuardedPage();
  onTestFinished(() => opened.close());
  return opened;
};

test(
  'A person turns on the second factor and signs in with a code from then on',
  runs,
  async ({ cardShop, service }) => {
    const { email } = await appoint(service, cardShop.merchantId, 'owner');
    const first = await openPage();
    await signInAt(first.page, service.url, email);
    await goTo(first.page, 'Settings');
    await first.page.getByRole('button', { name: 'Turn two-factor authentication on' }).click();
    const dialog = first.page.getByRole('dialog', { name: 'Turn two-factor authentication on' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Code').waitFor();
    const secret = await dialog.locator('code.identifier').textContent();
    const codeNow = authenticatorOf(secret!);
    await dialog.getByRole('img', { name: 'Code to scan with an authenticator app' }).waitFor();
    const link = dialog.getByRole('link', { name: 'Open in an authenticator app on this device' });
    const uri = new URL((await link.getAttribute('href'))!);
    expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
    const [codes] = await Promise.all([
      first.page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ]);
    const shown = await dialog.locator('pre').textContent();
    expect(await readFile(await codes.path(), 'utf8')).toBe(`${shown}\n`);
    await dialog.getByLabel('Code').fill(codeNow());
    expect(await violationsOf(first.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await first.page.getByRole('button', { name: 'Turn two-factor authentication off' }).waitFor();

    const { page, ...second } = await openPage();
    await page.goto(service.url);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code').fill(codeNow());
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expectNothingRefused({ page, ...second });
  },
);

test('An owner requires a second factor, sets one up first, and continues', runs, async ({ as }) => {
  const { page } = await as('owner');
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
  await page.getByRole('heading', { name: 'This merchant account requires a second factor' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Code').waitFor();
  const secret = await dialog.locator('code.identifier').textContent();
  await dialog.getByLabel('Code').fill(authenticatorOf(secret!)());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Stop requiring a second factor' }).waitFor();
});

test(
  'An invited person creates an account with the rights of the role',
  runs,
  async ({ adminGraphql, as, cardShop: { merchantId }, service }) => {
    const { page } = await as('owner');
    await goTo(page, 'Team');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('Email').fill('ines@invited.test');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(partOf('the link is in the log of the service')).waitFor();
    await page.getByRole('table', { name: 'Invitations' }).getByText('ines@invited.test').waitFor();

    // Here an operator has the link and invites again.
    const input = { merchantId, email: 'ines@invited.test', role: 'analyst' };
    const link = new URL((await adminGraphql.mutate('inviteMember', input, 'link')).payload.link);
    const invited = await openPage();
    await invited.page.goto(service.url + link.pathname + link.search);
    await invited.page.getByLabel('Your name').fill('Ines Invited');
    await invited.page.getByLabel('Password').fill('a password of some length');
    await invited.page.getByRole('button', { name: 'Join' }).click();
    await invited.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await goTo(invited.page, 'Payments');
    const offered = await invited.page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link')
      .allTextContents();
    expect(offered).not.toContain('Team');
    expectNothingRefused(invited);

    await page.reload();
    await page.getByRole('table', { name: 'Members' }).getByText('Ines Invited').waitFor();
    await page.getByText('No open invitations').waitFor();
  },
);

test(
  'A restricted key created in the page has exactly the chosen rights',
  runs,
  async ({ as, client, pay }) => {
    const paymentId = await pay(1_000);
    const { page } = await as('developer');
    await goTo(page, 'Developers');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Name').fill('reports');
    await dialog.getByLabel('Custom').check();
    await dialog.getByRole('combobox', { name: 'Permissions' }).click();
    await page.getByRole('option', { name: 'payments:read' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    const key = (await page.getByRole('dialog').locator('code').textContent())!;
    const read = await client.get(`/payments/${paymentId}`, { key });
    expect(read.status).toBe(200);
    const refused = await client.post('/refunds', { key, body: { payment_id: paymentId } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_permitted']);
    expect(refused.body.error.message).toContain('refunds:write');
  },
);

test('An export contains exactly the filtered rows', runs, async ({ as, pay }) => {
  const wanted = [
    await pay(1_001, { captureMethod: 'manual' }),
    await pay(1_002, { captureMethod: 'manual' }),
  ];
  await pay(1_003);
  const { page } = await as('analyst');
  await followTo(page, '/dashboard/payments?status=requires_capture&created=2020-01-01..2099-12-31');
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  await settled(page);
  await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('payments 2020-01-01 to 2099-12-31.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.startsWith('\uFEFF')).toBe(true);
  const [head, ...lines] = file.slice(1).trimEnd().split('\r\n');
  const column = head!.split(',').indexOf('payment_id');
  expect(lines.map((line) => line.split(',')[column]).sort()).toEqual(wanted.sort());
});

test(
  'An admin changes a setting, and the audit log shows the change with its author',
  runs,
  async ({ cardShop, graphqlAs, service }) => {
    const { email, personId } = await appoint(service, cardShop.merchantId, 'admin');
    const [formerUrl, returnUrl] = ['https://shop.example/former', 'https://shop.example/thanks'];
    const former = { profileId: cardShop.profileId, returnUrl: formerUrl };
    await graphqlAs(cardShop.key).mutate('updateBusinessProfile', former, 'businessProfile { id }');
    const opened = await openPage();
    const { page } = opened;
    await signInAt(page, service.url, email);
    await goTo(page, 'Settings');
    const profile = page.getByRole('table', { name: 'Business profiles' }).locator('tbody tr').first();
    await profile.getByText(formerUrl).waitFor();
    await profile.getByRole('link', { name: /default/ }).click();
    await page.getByRole('button', { name: 'Change: Return to the shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change: Return to the shop' });
    await dialog.getByLabel('Return URL').fill('ftp://shop.example/thanks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Return URL').fill(returnUrl);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Profile updated').waitFor();
    await page.getByText(returnUrl).waitFor();
    await page.reload();
    await page.getByText(returnUrl).waitFor();

    await goTo(page, 'Audit log');
    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'Test Person' }).first().click();
    await page.getByLabel('Action').fill('updateBusinessProfile');
    await page.keyboard.press('Enter');
    const changes = page.getByRole('table', { name: 'Changes' }).locator('tbody tr');
    await expect.poll(() => changes.count(), patiently).toBe(1);
    const [, action, who, from, what, changed] = await changes.first().getByRole('cell').allTextContents();
    expect([action, from]).toEqual(['Update business profile', '127.0.0.1']);
    expect([who, what]).toEqual([`Test Person${personId}`, `Business profile${cardShop.profileId}`]);
    expect(changed).toBe(`Return URL: ${formerUrl} → ${returnUrl}`);
    expectNothingRefused(opened);
  },
);
