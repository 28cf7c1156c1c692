import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PaymentLinkConfig } from '../../../src/core/entities/values/link-config.ts';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { someOf } from '../../kit/figure.ts';
import { cards } from '../../kit/sandbox-shop.ts';
import { fillCard, payButton, seesHeading, test } from './checkout.ts';
import { withoutBrowser } from './chromium.ts';
import { partOf } from './exact-names.ts';

interface Effect {
  /** The setting's value, and other values that the effect needs. */
  readonly config: Partial<PaymentLinkConfig>;
  /** Other fields of the payment. */
  readonly payment?: object;
  /** Expects the effect. `without` has a page without the setting. */
  readonly sees: (page: Page, without: Page) => Promise<void>;
}

/** A computed style of the first element that matches. */
const styled = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue(${JSON.stringify(property)})`,
  );

const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

const PAGE = 'pay.settings.shop.example';

/** The effect of each setting on the page. Complete by type. */
const effects: Readonly<Record<keyof PaymentLinkConfig, Effect>> = {
  theme: {
    config: { theme: '#0a7d55' },
    sees: async (page) => expect(await styled(page, '#submit', 'background-color')).toBe('rgb(10, 125, 85)'),
  },
  logo: {
    config: { logo: 'https://shop.example/logo.png' },
    sees: async (page) =>
      expect(await page.locator('.logo').getAttribute('src')).toBe('https://shop.example/logo.png'),
  },
  seller_name: {
    config: { seller_name: 'Acme Clothing' },
    sees: async (page) => {
      await seesHeading(page, 'Acme Clothing');
      expect(await page.title()).toBe('Acme Clothing');
    },
  },
  details_layout: {
    config: { details_layout: 'layout2' },
    sees: async (page, without) => {
      const columns = async (of: Page) =>
        (await styled(of, '.page', 'grid-template-columns')).split(' ').length;
      expect([await columns(page), await columns(without)]).toEqual([1, 2]);
    },
  },
  payment_button_text: {
    config: { payment_button_text: 'Donate' },
    sees: async (page) => expect(await payButton(page).textContent()).toBe('Donate'),
  },
  custom_message_for_card_terms: {
    config: { custom_message_for_card_terms: 'We keep no card.', show_card_terms: 'always' },
    sees: async (page) => page.getByText('We keep no card.').waitFor(),
  },
  payment_button_colour: {
    config: { payment_button_colour: 'gold' },
    sees: async (page) => {
      expect(await styled(page, '#submit', 'background-color')).toBe('rgb(255, 215, 0)');
      // Black stands out from gold, white would not.
      expect(await styled(page, '#submit', 'color')).toBe('rgb(0, 0, 0)');
    },
  },
  payment_button_text_colour: {
    config: { payment_button_text_colour: 'rgb(1, 2, 3)' },
    sees: async (page) => expect(await styled(page, '#submit', 'color')).toBe('rgb(1, 2, 3)'),
  },
  background_colour: {
    config: { background_colour: '#fff8e7' },
    sees: async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await styled(page, 'body', 'background-color')).toBe('rgb(255, 248, 231)');
      expect(await styled(page, 'body', 'color')).toBe('rgb(28, 35, 51)');
    },
  },
  payment_form_header_text: {
    config: { payment_form_header_text: 'How do you want to pay?' },
    sees: (page) => seesHeading(page, 'How do you want to pay?'),
  },
  color_icon_card_cvc_error: {
    config: { color_icon_card_cvc_error: '#8b008b' },
    sees: async (page) => {
      await payButton(page).click();
      expect(await styled(page, '.code-icon', 'color')).toBe('rgb(139, 0, 139)');
    },
  },
  domain_name: {
    // Proved below.
    config: { domain_name: PAGE },
    sees: async () => undefined,
  },
  sdk_layout: {
    config: { sdk_layout: 'tabs' },
    sees: async (page, without) => {
      expect(await page.getByRole('tab').allTextContents()).toContain('iDEAL');
      expect(await without.getByRole('tab').count()).toBe(0);
      await page.getByRole('tab', { name: 'Card' }).press('ArrowRight');
      const selected = page.getByRole('tab', { selected: true });
      expect(await selected.textContent()).not.toBe('Card');
    },
  },
  payment_form_label_type: {
    config: { payment_form_label_type: 'floating' },
    sees: async (page) => {
      const number = page.getByLabel('Card number');
      expect(await number.getAttribute('placeholder')).toBe('Card number');
      expect(await styled(page, '.Label', 'visibility')).toBe('hidden');
      await number.fill('4');
      expect(await styled(page, '.Label', 'visibility')).toBe('visible');
    },
  },
  show_card_terms: {
    config: { show_card_terms: 'always' },
    sees: async (page, without) => {
      await page.getByText(partOf('By saving your card')).waitFor();
      expect(await without.getByText('By saving your card').count()).toBe(0);
    },
  },
  display_sdk_only: {
    config: { display_sdk_only: true },
    payment: { description: 'Order 17' },
    sees: async (page) => {
      await payButton(page).waitFor();
      expect(await page.getByText('Order 17').count()).toBe(0);
    },
  },
  // `checkout.test.ts` covers saved methods.
  enabled_saved_payment_method: {
    config: { enabled_saved_payment_method: false },
    sees: async () => undefined,
  },
  hide_card_nickname_field: {
    config: { hide_card_nickname_field: true },
    payment: { customer: { id: 'ann' } },
    sees: async (page) => {
      await page.getByLabel('Save for next time').check();
      expect(await page.getByLabel('Card nickname').count()).toBe(0);
    },
  },
  show_card_form_by_default: {
    config: { show_card_form_by_default: false },
    sees: async (page, without) => {
      await page.getByRole('button', { name: 'Card' }).waitFor();
      expect(await page.getByLabel('Card number').count()).toBe(0);
      expect(await without.getByLabel('Card number').count()).toBe(1);
    },
  },
  skip_status_screen: {
    config: { skip_status_screen: true },
    payment: { return_url: 'http://localhost:7357/thanks' },
    sees: async (page) => {
      await fillCard(page, cards.good);
      await Promise.all([page.waitForRequest(/thanks\?.*status=succeeded/), payButton(page).click()]);
    },
  },
  enable_button_only_on_form_ready: {
    config: { enable_button_only_on_form_ready: true },
    sees: async (page, without) => {
      expect([await payButton(page).isDisabled(), await payButton(without).isDisabled()]).toEqual([
        true,
        false,
      ]);
      await fillCard(page, cards.good);
      expect(await payButton(page).isDisabled()).toBe(false);
    },
  },
  is_setup_mandate_flow: {
    config: { is_setup_mandate_flow: true },
    payment: { amount: 0, customer: { id: 'ann' } },
    sees: async (page) => page.getByRole('button', { name: 'Save card' }).waitFor(),
  },
  branding_visibility: {
    config: { branding_visibility: false },
    sees: async (page, without) => {
      expect(await page.getByText('Powered by').count()).toBe(0);
      expect(await without.getByText('Powered by').count()).toBe(1);
    },
  },
  transaction_details: {
    config: {
      transaction_details: [
        { key: 'Last', value: 'third' },
        { key: 'Second', value: '2', ui_configuration: { position: 5, is_value_bold: true } },
        { key: 'First', value: '1', ui_configuration: { position: 1, is_key_bold: true } },
      ],
    },
    sees: async (page) => {
      expect(await page.locator('.transaction dt').allTextContents()).toEqual(['First', 'Second', 'Last']);
      expect(await page.locator('.transaction .bold').allTextContents()).toEqual(['First', '2']);
    },
  },
  background_image: {
    config: {
      background_image: {
        url: 'https://shop.example/ground.png?a="b',
        position: 'top_left',
        size: { Variants: 'contain' },
      },
    },
    sees: async (page) => {
      expect(await styled(page, 'body', 'background-image')).toContain('https://shop.example/ground.png');
      expect(await styled(page, 'body', 'background-position')).toBe('0% 0%');
      expect(await styled(page, 'body', 'background-size')).toBe('contain');
    },
  },
  sdk_ui_rules: {
    config: { sdk_ui_rules: { '.Input': { borderRadius: '1px' }, '#submit': { fontWeight: '300' } } },
    sees: async (page) => {
      expect(await styled(page, '.Input', 'border-top-left-radius')).toBe('1px');
      expect(await styled(page, '#submit', 'font-weight')).toBe('300');
    },
  },
  payment_link_ui_rules: {
    config: {
      payment_link_ui_rules: { h1: { letterSpacing: '3px' }, body: { fontFamily: "'Georgia', serif" } },
    },
    sees: async (page) => {
      expect(await styled(page, 'h1', 'letter-spacing')).toBe('3px');
      expect(await styled(page, 'body', 'font-family')).toContain('Georgia');
    },
  },
  // Only on the profile; a payment names one of them.
  business_specific_configs: { config: {}, sees: async () => undefined },
  // `checkout.test.ts` covers frames.
  allowed_domains: { config: { allowed_domains: ['*.shop.example'] }, sees: async () => undefined },
};

const names = Object.keys(effects) as (keyof PaymentLinkConfig)[];

test('Each payment link setting has a test of its effect', () => {
  expect(names.sort()).toEqual(
    fieldsOf(PaymentLinkConfig)
      .map(({ name }) => name)
      .sort(),
  );
});

test.for(someOf(names, 12))(
  '%s has its documented effect',
  { skip: withoutBrowser },
  async (name, { customer, link, seller, service }) => {
    const { config, payment, sees } = effects[name];
    if (name === 'domain_name') await seller.domain({ domain_name: PAGE, status: 'verified' });
    const made = await link({ ...payment, payment_link_config: config });
    const here = (address: string) => service.url + new URL(address).pathname;
    if (name === 'domain_name') {
      expect(new URL(made.payment_link.link).origin).toBe(`https://${PAGE}`);
    }
    const { complaints, page } = await customer('about:blank');
    await page.route('**/*.png*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }));
    await page.goto(here(made.payment_link.link));
    await payButton(page).waitFor();
    const without = await page.context().newPage();
    await without.goto((await link()).payment_link.link);
    await payButton(without).waitFor();
    await sees(page, without);
    expect(complaints).toEqual([]);
  },
);
