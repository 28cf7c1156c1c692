import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../people/oidc-provider.ts';
import { appoint } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import { test as base, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.stop());

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ oidc: provider.settings }));

test(
  'A person signs in with the configured provider, which reports an unknown address',
  runs,
  async ({ cardShop, service }) => {
    const { email } = await appoint(service, cardShop.merchantId, 'analyst');
    const { close, page } = await openGuardedPage();
    onTestFinished(() => close());
    const button = page.getByRole('button', { name: 'Sign in with your organization' });
    provider.says({ sub: 'stranger', email: 'stranger@people.test', email_verified: true, name: 'Stranger' });
    await page.goto(service.url);
    await button.click();
    await page.getByText(partOf('there is no account for your verified address')).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    provider.says({ sub: `sub-${email}`, email, email_verified: true, name: 'Test Person' });
    await button.click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  },
);
