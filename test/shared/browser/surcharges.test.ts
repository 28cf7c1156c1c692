import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { expectAccessible, fillCard, payButton, seesHeading } from './checkout.ts';
import { phone, runs } from './chromium.ts';
import { call, mount, test } from './shop-site.ts';

const AMEX = '378282246310005';
const MASTERCARD = '5555555555554444';

const is = (field: string, value: string, comparison = 'equal') => ({ field, comparison, value });
const fixed = (value: number) => ({ surcharge: { type: 'fixed', value } });
const ofBin = { name: 'a BIN', when: is('card_isin', '555555', 'starts_with'), then: fixed(300) };

test(
  'The page shows the surcharge of the chosen method and card, and exactly that is charged',
  runs,
  async ({ api, customer, link, read, seller }) => {
    const made = await api.post('/rulesets', {
      decision: 'surcharge',
      name: 'surcharges',
      profile_id: seller.profileId,
      rules: [
        ofBin,
        {
          name: 'Amex',
          when: is('card_network', 'American Express'),
          then: { surcharge: { type: 'rate', value: 200 } },
        },
        { name: 'iDEAL', when: is('payment_method_type', 'ideal'), then: fixed(50) },
      ],
    });
    expect(made.body.error).toBeUndefined();
    await api.post(`/rulesets/${made.body.ruleset_id}/activate`);
    const payment = await link();
    const { page } = await customer(payment.payment_link.link, phone);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const pays = (amount: string) => expect.poll(() => payButton(page).textContent()).toBe(`Pay ${amount}`);
    const line = page.locator('.surcharge');
    await pays('€12.00');
    expect(await line.count()).toBe(0);
    // By the network of the typed digits, before the number is complete.
    await page.getByLabel('Card number').fill('3782');
    await pays('€12.24');
    await expect.poll(() => line.textContent()).toBe('Surcharge: €0.24. Total: €12.24.');
    expect(await page.locator('.details .amount').textContent()).toBe('€12.24');
    expect(await page.locator('.sums').textContent()).toBe('Surcharge€0.24Total€12.24');
    await expectAccessible(page, ['light']);
    await page.getByRole('button', { name: 'iDEAL' }).click();
    await pays('€12.50');
    await page.getByRole('button', { name: 'Card' }).click();
    // A rule of BINs: the service is asked once the card is complete.
    await fillCard(page, MASTERCARD);
    await pays('€15.00');
    await fillCard(page, cards.good);
    await pays('€12.00');
    await fillCard(page, AMEX, '7311');
    await pays('€12.24');
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    await expect.poll(() => page.locator('.details .amount').textContent()).toBe('€12.24');
    expect(await read(payment)).toMatchObject({
      status: 'succeeded',
      net_amount: 1224,
      amount_received: 1224,
      surcharge_details: { surcharge_amount: 24, tax_amount: 0 },
    });
  },
);

test(
  'A card form in a frame shows the surcharge of the entered card, and exactly that is charged',
  runs,
  async ({ api, domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const made = await api.post('/rulesets', {
      decision: 'surcharge',
      name: 'surcharges',
      profile_id: seller.profileId,
      rules: [ofBin],
    });
    await api.post(`/rulesets/${made.body.ruleset_id}/activate`);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { card: '#form' });
    const frame = page.frameLocator('iframe[title="Secure card form"]');
    await frame.getByLabel('Card number').fill(MASTERCARD);
    await frame.getByLabel('Expiry date').fill('12 / 39');
    await frame.getByLabel('Security code').fill(CVC);
    const line = frame.locator('.surcharge');
    await expect.poll(() => line.textContent()).toBe('Surcharge: €3.00. Total: €15.00.');
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      paymentIntent: { status: 'succeeded', net_amount: 1500 },
    });
    expect(await read(payment)).toMatchObject({ amount_received: 1500, attempt_count: 1 });
  },
);

test(
  'The fields of a card in separate frames show, report and charge the surcharge of the entered card',
  runs,
  async ({ api, domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const list = (await api.post('/lists', { name: 'Listed BINs', kind: 'bin' })).body;
    await api.post(`/lists/${list.list_id}/entries`, { entries: [{ value: '555555' }] });
    const made = await api.post('/rulesets', {
      decision: 'surcharge',
      name: 'surcharges',
      profile_id: seller.profileId,
      rules: [{ name: 'listed', when: is('card_isin', list.list_id, 'in_list'), then: fixed(300) }],
    });
    expect(made.body.error).toBeUndefined();
    await api.post(`/rulesets/${made.body.ruleset_id}/activate`);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const places = { cardNumber: '#number', cardExpiry: '#expiry', cardCvc: '#code' };
    await mount(page, seller.publishableKey, payment.client_secret, places);
    const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
    const number = frame('Secure card number field');
    const totals = async () => {
      const events = (await page.evaluate('events')) as [string, { total: number | null }][];
      return events.flatMap(([name, event]) => (name === 'cardNumber change' ? [event.total] : []));
    };
    // Another card's total is the payment's own.
    await number.getByLabel('Card number').fill(cards.good);
    await expect.poll(async () => (await totals()).at(-1)).toBe(1200);
    // Asked with the number, before the expiry is entered.
    await number.getByLabel('Card number').fill(MASTERCARD);
    await expect
      .poll(() => number.locator('.surcharge').textContent())
      .toBe('Surcharge: €3.00. Total: €15.00.');
    await expect.poll(async () => (await totals()).at(-1)).toBe(1500);
    await frame('Secure expiry date field').getByLabel('Expiry date').fill('12 / 39');
    await frame('Secure security code field').getByLabel('Security code').fill(CVC);
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      paymentIntent: { status: 'succeeded', net_amount: 1500 },
    });
    expect(await read(payment)).toMatchObject({ amount_received: 1500, attempt_count: 1 });
  },
);
