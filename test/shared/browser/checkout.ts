import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { pageOpener } from './chromium.ts';

/** The methods of a merchant's accounts whose customers open its pages. */
const enabled = [
  { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
  {
    payment_method: 'bank_redirect',
    payment_method_types: ['ideal', 'bancontact_card'],
    recurring_enabled: false,
    installment_payment_enabled: false,
  },
  {
    payment_method: 'bank_debit',
    payment_method_types: ['sepa'],
    recurring_enabled: true,
    installment_payment_enabled: false,
  },
  {
    payment_method: 'bank_transfer',
    payment_method_types: ['sepa'],
    recurring_enabled: false,
    installment_payment_enabled: false,
  },
];

/** A payment with a page, as created by its merchant. */
export interface Linked {
  readonly payment_id: string;
  readonly client_secret: string;
  readonly payment_link: { link: string; secure_link: string | null; payment_link_id: string };
}

/** Tests with a merchant that sends payment links, and customers who open them. */
export const test = base
  .extend('seller', async ({ shop }) => {
    await shop.connector({ test_mode: true, payment_methods_enabled: enabled });
    return shop;
  })
  /** Creates a payment with a page; for 12 euros by default. */
  .extend('link', ({ api, seller }) => async (body: object = {}): Promise<Linked> => {
    const answer = await api.post('/payments', {
      amount: 1200,
      currency: 'EUR',
      payment_link: true,
      profile_id: seller.profileId,
      ...body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Linked;
  })
  /** The payment as its merchant sees it. */
  .extend('read', ({ api }) => async ({ payment_id }: Pick<Linked, 'payment_id'>) => {
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payment, not what type it has.
    return (await api.get(`/payments/${payment_id}`)).body as any;
  })
  /** Opens a page as a customer, in a separate browser profile. */
  .extend('customer', ({ service: _started }, { onCleanup }) => pageOpener(onCleanup));

/** Fills in a card. */
export async function fillCard(page: Page, number: string, code = CVC): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 39');
  await page.getByLabel('Security code').fill(code);
  await page.getByLabel('Name on card').fill('Ann Example');
}

/** The pay button. */
export const payButton = (page: Page) => page.locator('#submit');

/** Waits until a heading shows the outcome of the payment. */
export const seesHeading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

/** Expects axe to find nothing, in light and dark mode. */
export async function expectAccessible(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
) {
  await page.evaluate(axe.source);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const run: axe.RunOptions = {
      resultTypes: ['violations'],
      preload: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    };
    const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(run)})`)) as axe.AxeResults;
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, colorScheme).toEqual([]);
  }
}
