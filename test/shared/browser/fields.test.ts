import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { expectAccessible, fillCard, payButton, seesHeading } from './checkout.ts';
import { runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { call, mount, test } from './shop-site.ts';

const FORM = 'iframe[title="Secure payment form"]';
const BANK = 'iframe[title="Confirmation by your bank"]';

test(
  'Dates are read whether autofilled or typed, and e-mail addresses lose their spaces',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    const expiry = page.getByLabel('Expiry date');
    for (const [text, shown] of [
      ['2029-03', '03 / 29'],
      ['29/03', '03 / 29'],
      ['202903', '03 / 29'],
      ['3/29', '03 / 29'],
    ] as const) {
      await expiry.fill(text);
      expect(await expiry.inputValue()).toBe(shown);
      await expiry.fill('');
      await expiry.pressSequentially(text);
      expect(await expiry.inputValue()).toBe(shown);
    }
    await expiry.fill('13/34');
    await expiry.blur();
    await page.getByText('Enter the expiry date as it is on the card: MM / YY.').waitFor();
    await expiry.fill('12/90');
    await expiry.blur();
    await page.getByText('Enter the expiry date as it is on the card: MM / YY.').waitFor();

    await fillCard(page, cards.good);
    const holder = page.getByLabel('Name on card');
    await holder.fill(cards.good);
    await holder.blur();
    await page.getByText(partOf('Enter a name here')).waitFor();
    await payButton(page).click();
    expect((await read(payment)).status).toBe('requires_payment_method');
    await holder.fill(' Ann Example ');
    await expiry.fill('2029-03');
    await page.getByLabel(partOf('Email')).fill(' ann@example.com ');
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({
      email: 'ann@example.com',
      payment_method_data: {
        card: { card_exp_month: '03', card_exp_year: '2029', card_holder_name: 'Ann Example' },
      },
    });
  },
);

test(
  'Text typed for one payment method is neither shown nor sent with another',
  runs,
  async ({ api, customer, link, seller }) => {
    const customerId = await seller.customer();
    for (const card_number of [cards.good, '378282246310005']) {
      const card = { card_number, card_exp_month: '12', card_exp_year: '2030' };
      await api.post('/payment_methods', { customer_id: customerId, payment_method: 'card', card });
    }
    const payment = await link({ customer_id: customerId, email: 'ann@example.com' });
    const { page } = await customer(payment.payment_link.link);
    const inputs = page.locator('.panel input.Input');
    const entries = page.locator('.Tab');
    const count = await entries.count();
    expect(count).toBeGreaterThanOrEqual(5);
    const isOpen = async (index: number) => {
      const names = ['aria-expanded', 'aria-selected'];
      const values = await Promise.all(names.map((name) => entries.nth(index).getAttribute(name)));
      return values.includes('true');
    };
    const open = async (index: number) => {
      if (!(await isOpen(index))) await entries.nth(index).click();
      await expect.poll(() => isOpen(index)).toBe(true);
    };
    const shown = async () => Promise.all((await inputs.all()).map((input) => input.inputValue()));
    let pairs = 0;
    for (let from = 0; from < count; from++) {
      await open(from);
      for (const input of await inputs.all()) await input.fill(`7${from}`);
      const own = await shown();
      expect(
        own.every((value) => value.includes(`7${from}`) || value === `0${7} / ${from}`),
        own.join(),
      ).toBe(true);
      for (let to = 0; to < count; to++) {
        if (to === from) continue;
        await open(to);
        const values = await shown();
        // An entry has its own values once filled, and none before.
        const foreign = values.filter((value) => (to > from ? value !== '' : value.includes(`7${from}`)));
        expect([from, to, foreign]).toEqual([from, to, []]);
        pairs += own.length * values.length;
      }
      await open(from);
      expect(await shown()).toEqual(own);
    }
    expect(pairs).toBeGreaterThan(15);

    // It is emptied between saved cards, and a saved card's code is not sent with a new card.
    const saved = entries.filter({ hasText: /saved/i }).first();
    await saved.click();
    await page.getByLabel('Security code').fill('987');
    await page.getByLabel(partOf('Visa ending in')).check();
    await page.getByLabel(partOf('American Express ending in')).check();
    expect(await page.getByLabel('Security code').inputValue()).toBe('');
  },
);

test(
  'A customer leaves a challenge with its button or Escape, and pays again',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link({ authentication_type: 'three_ds', is_iframe_redirection_enabled: true });
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.challenged);
    const complete = page
      .frameLocator('iframe[name=challenge]')
      .getByRole('button', { name: partOf('Complete') });
    const leaves = [
      () => page.getByRole('button', { name: 'Back' }).click(),
      () => page.keyboard.press('Escape'),
    ];
    for (const leave of leaves) {
      await payButton(page).click();
      await complete.waitFor();
      await expectAccessible(page, ['light']);
      await page.getByRole('button', { name: 'Back' }).focus();
      await leave();
      await page.getByText(partOf('The confirmation by your bank was cancelled')).waitFor();
      expect(await page.locator('iframe[name=challenge]').count()).toBe(0);
      expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 3220');
    }
    await payButton(page).click();
    await complete.click();
    await seesHeading(page, 'Payment successful');
    const { amount_received, attempt_count, status } = await read(payment);
    expect([status, amount_received, attempt_count]).toEqual(['succeeded', 1200, 3]);
  },
);

const fillFrame = async (page: Page, selector: string, number: string) => {
  const frame = page.frameLocator(selector);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12 / 39');
  await frame.getByLabel('Security code').fill(CVC);
  return frame;
};

test(
  'Enter in an embedded field presses the submit button of the surrounding form, or notifies the page',
  runs,
  async ({ domains, link, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const { page } = await shopPage();
    const around = (attributes: string) => `(() => {
      globalThis.submitted = [];
      const form = document.createElement('form');
      form.innerHTML = '<div id="place"></div><button type="button">Other</button><button id="pay" ${attributes}>Pay</button>';
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        submitted.push(event.submitter?.id);
      });
      document.getElementById('form').replaceChildren(form);
    })()`;
    const enter = async (kind: string, title: string, label: string) => {
      const payment = await link({ payment_link: false });
      await mount(page, seller.publishableKey, payment.client_secret, { [kind]: '#place' });
      const field = page.frameLocator(`iframe[title="${title}"]`).getByLabel(label);
      await field.fill('12');
      await field.press('Enter');
      return field;
    };
    const fields = [
      ['payment', 'Secure payment form', 'Security code'],
      ['card', 'Secure card form', 'Name on card'],
      ['cardNumber', 'Secure card number field', 'Card number'],
      ['cardExpiry', 'Secure expiry date field', 'Expiry date'],
      ['cardCvc', 'Secure security code field', 'Security code'],
    ] as const;
    for (const [kind, title, label] of fields) {
      await page.evaluate(around(''));
      await enter(kind, title, label);
      await page.waitForFunction('submitted.length > 0');
      expect([kind, await page.evaluate('submitted')]).toEqual([kind, ['pay']]);
    }
    // As in the page's own form, a disabled button is not pressed; a listening page is notified instead.
    await page.evaluate(around('disabled'));
    const field = await enter('card', 'Secure card form', 'Name on card');
    await page.evaluate(`elements.getElement('card').on('submit', () => events.push(['card submit']))`);
    await page.evaluate(`document.getElementById('pay').disabled = false`);
    await field.press('Enter');
    await page.waitForFunction(`events.some(([name]) => name === 'card submit')`);
    expect(await page.evaluate('submitted')).toEqual([]);
  },
);

test(
  'A customer can leave a challenge above the shop’s page: the shop gets a translated message, and payment works again',
  runs,
  async ({ domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({
      ...{ payment_link: false, authentication_type: 'three_ds', is_iframe_redirection_enabled: true },
    });
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { payment: '#form' });
    await fillFrame(page, FORM, cards.challenged);
    const leaving = call(page, 'confirmPayment', { redirect: 'if_required' });
    // The click removes its own frame, after which the browser may not acknowledge it.
    void page
      .frameLocator(BANK)
      .getByRole('button', { name: 'Back' })
      .click()
      .catch(() => undefined);
    expect(await leaving).toMatchObject({
      error: {
        ...{ type: 'card_error', code: 'authentication_abandoned' },
        message: expect.stringContaining('was cancelled'),
      },
    });
    expect(await page.locator(BANK).count()).toBe(0);
    const paying = call(page, 'confirmPayment', { redirect: 'if_required' });
    await page
      .frameLocator(BANK)
      .frameLocator('iframe')
      .getByRole('button', { name: partOf('Complete') })
      .click();
    expect(await paying).toMatchObject({ paymentIntent: { status: 'succeeded' } });
    expect(await read(payment)).toMatchObject({ status: 'succeeded', amount_received: 1200 });
  },
);
