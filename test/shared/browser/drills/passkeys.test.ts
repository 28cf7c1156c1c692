import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { appoint } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, signInAt, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

/** Gives the page's browser a virtual authenticator that approves every request. */
async function addDevice(page: Page): Promise<{ credentials: () => Promise<object[]> }> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    credentials: async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Keeps the browser from offering passkeys automatically, which the virtual authenticator would approve at once. */
const withoutOffers = (page: Page) =>
  page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText(name).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Switchyard' }).waitFor();
}

test(
  'A person adds a passkey, signs in with it and removes it, which disables it for sign-in',
  runs,
  async ({ cardShop, service }) => {
    const { email } = await appoint(service, cardShop.merchantId, 'owner');
    const opened = await openGuardedPage();
    onTestFinished(() => opened.close());
    const { page } = opened;
    const device = await addDevice(page);
    await withoutOffers(page);
    // Passkeys are bound to a host name.
    const url = service.url.replace('127.0.0.1', 'localhost');
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await signInAt(page, url, email);
    await goTo(page, 'Settings');
    await addPasskey(page, 'Laptop');
    const passkeys = page.getByRole('table', { name: 'Passkeys' });
    const kept = [{ isResidentCredential: true, rpId: 'localhost' }];
    expect(await device.credentials()).toMatchObject(kept);

    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename the passkey' });
    await renaming.getByLabel('Name').fill('Work laptop');
    await renaming.getByRole('button', { name: 'Save' }).click();
    // The session started with the password: the existing factor is required before a change.
    await renaming.getByText(partOf('Confirm with your second factor')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await renaming.getByRole('button', { name: 'Use a passkey' }).click();
    await passkeys.getByText('Work laptop').waitFor();
    await renaming.waitFor({ state: 'detached' });
    expect(await violationsOf(page)).toEqual([]);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const sessions = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
    await expect.poll(() => sessions.count(), patiently).toBe(1);

    await page.getByRole('button', { name: 'Remove Work laptop' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove Work laptop' });
    await removing.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(partOf('With a passkey you sign in by fingerprint')).waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText(partOf('This passkey was not accepted.')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expectNothingRefused(opened);
  },
);

test(
  'At an IP address the sign-in form offers no passkey, and Settings names an address that does',
  runs,
  async ({ as, service }) => {
    const { page } = await as('analyst');
    await goTo(page, 'Settings');
    const { port } = new URL(service.url);
    const link = page.getByRole('link', { name: `localhost:${port}` });
    expect(await link.getAttribute('href')).toBe(`http://localhost:${port}/dashboard/settings`);
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    await signOut(page);
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  },
);
