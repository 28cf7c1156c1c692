import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../../src/core/foundation/permissions.ts';
import { isFullRun } from '../../kit/figure.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { appoint, test as base, PASSWORD } from '../people/people.ts';
import { type GuardedPage, openGuardedPage, TRANSITIONS } from './chromium.ts';

/** Machines that run tests are busy. */
export const patiently = { timeout: 60_000 };

export const test = base
  /** A merchant that accepts cards. */
  .extend('cardShop', ({ service }) => sandboxShop(service))
  /** Makes a payment at the merchant, and returns its identifier. */
  .extend('pay', ({ cardShop, graphqlAs }) => async (amount: number, input: object = {}) => {
    const { data } = await graphqlAs(cardShop.key).run(
      `mutation ($input: CreatePaymentInput!) {
        createPayment(input: $input) { payment { paymentId status } userErrors { message } }
      }`,
      {
        input: {
          amount,
          currency: 'EUR',
          confirm: true,
          paymentMethod: 'card',
          paymentMethodData: { card: graphqlCardOf(cards.good) },
          ...input,
        },
      },
    );
    expect(data.createPayment.userErrors).toEqual([]);
    return data.createPayment.payment.paymentId as string;
  })
  /** Opens the dashboard in a separate browser profile, as a signed-in person with a role. */
  .extend('as', ({ cardShop, service }, { onCleanup }) => {
    const closing: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closing) await close();
    });
    return async (role: Role, options?: BrowserContextOptions) => {
      const { email } = await appoint(service, cardShop.merchantId, role);
      const opened = await openGuardedPage(options);
      closing.push(opened.close);
      await enterAt(opened.page, service.url, email);
      return opened;
    };
  });

/** Signs in with a request from the browser, and opens the dashboard. */
async function enterAt(page: Page, url: string, email: string): Promise<void> {
  const signIn = { data: { email, password: PASSWORD }, headers: { origin: url } };
  const answer = await page.context().request.post(`${url}/auth/sign-in/email`, signIn);
  expect(answer.status()).toBe(200);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Fills in the sign-in form. */
export async function signInAt(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Goes to a page of the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await settled(page);
}

/** Navigates within the dashboard like its links, which load only data. */
export const followTo = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);

/** Waits until the page has loaded its data. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count(), patiently).toBe(0);
}

/**
 * axe's findings on the visible page, once no transition is running: colours have less contrast until then.
 *
 * @param inDark Whether to check the dark theme too, for its colours: the only difference. Every full run does.
 */
export async function violationsOf(page: Page, { inDark = isFullRun } = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const found = await violationsNow(page, {});
  if (!inDark) return found;
  await changeScheme(page, 'dark');
  const dark = await violationsNow(page, { runOnly: ['color-contrast'], rules: {} });
  await changeScheme(page, 'light');
  return [...found, ...dark.map((violation) => `dark: ${violation}`)];
}

async function violationsNow(page: Page, options: axe.RunOptions): Promise<string[]> {
  await expect.poll(() => page.evaluate(TRANSITIONS), patiently).toBe(0);
  // Selectors are not needed, and take axe as long to compute as the checks.
  const wanted: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    // WCAG 2.2 AA, 2.5.8, which axe skips by default.
    rules: { 'target-size': { enabled: true } },
    ...options,
  };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(wanted)})`)) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target} ${html.slice(0, 120)}`),
  );
}

async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
}

/** Checks that the page reached no other host and violated no policy. */
export function expectNothingRefused({ complaints, foreignRequests }: GuardedPage): void {
  expect({ complaints, foreignRequests }).toEqual({ complaints: [], foreignRequests: [] });
}
