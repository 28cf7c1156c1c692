import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';
import { pageOpener } from './chromium.ts';

const methodsTaken = [
  { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
  {
    payment_method: 'bank_transfer',
    payment_method_types: ['sepa', 'bacs'],
    recurring_enabled: false,
    installment_payment_enabled: false,
  },
  {
    payment_method: 'wallet',
    payment_method_types: ['paypal'],
    recurring_enabled: false,
    installment_payment_enabled: false,
  },
];

/** A payout with a page, as created by its merchant. */
export interface LinkedPayout {
  readonly payout_id: string;
  readonly payout_link: { readonly payout_link_id: string; readonly link: string };
}

/** Tests with a merchant that sends payouts, and people without a key who open its pages. */
export const test = base
  .extend('sender', async ({ shop }) => {
    const account = await shop.connector({
      test_mode: true,
      connector_type: 'payout_processor',
      payment_methods_enabled: methodsTaken,
    });
    return { ...shop, account };
  })
  /** Creates a payout with a page; by default for 12 euros and sent on confirmation. */
  .extend('payout', ({ api, sender }) => async (body: object = {}): Promise<LinkedPayout> => {
    const answer = await api.post('/payouts', {
      amount: 1200,
      currency: 'EUR',
      auto_fulfill: true,
      payout_link: true,
      profile_id: sender.profileId,
      ...body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as LinkedPayout;
  })
  /** The payout as its merchant sees it. */
  .extend('read', ({ api }) => async ({ payout_id }: Pick<LinkedPayout, 'payout_id'>) => {
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payout, not what type it has.
    return (await api.get(`/payouts/${payout_id}`)).body as any;
  })
  /** Creates a link to save payment methods, by default for a new customer. */
  .extend('collect', ({ api, shop }) => async (body: object = {}) => {
    const customer_id = await shop.customer();
    const answer = await api.post('/payment_methods/collect', { customer_id, ...body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as { link: string; customer_id: string; pm_collect_link_id: string };
  })
  /** The saved methods of a customer. */
  .extend('savedOf', ({ api }) => async (customerId: string) => {
    const { body } = await api.get(`/payment_methods?customer_id=${customerId}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a method, not what type it has.
    return (body as any).data as any[];
  })
  /** Opens a page in a separate browser profile. */
  .extend('visitor', ({ service: _started }, { onCleanup }) => pageOpener(onCleanup));

/** Enters a card, which needs no security code: nothing is charged. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 39');
  await page.getByLabel('Name on card').fill('Ann Example');
}

/** An IBAN with correct check digits. */
export const IBAN = 'DE89 3704 0044 0532 0130 00';

/** Requests a page: returns its status and the hosts that may frame it. */
export async function framingOf(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { status: answer.status, ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
}
