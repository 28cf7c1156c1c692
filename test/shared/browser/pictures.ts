import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { executablePath } from './chromium.ts';
import { nameExactly } from './exact-names.ts';

/**
 * The command behind `npm run pictures`: takes the documentation's screenshots from a running service with demo data,
 * as a person and with an API key printed by `npm start`.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    email: { type: 'string' },
    password: { type: 'string' },
    'api-key': { type: 'string' },
  },
});
const { 'api-key': apiKey, email, password, url } = values;
if (!email || !password || !apiKey) {
  process.stderr.write(
    'Usage: npm run pictures -- --email <address> --password <password> --api-key <key> [--url <url>]\n',
  );
  process.exit(1);
}

const folder = 'docs/pictures';
await mkdir(folder, { recursive: true });
const take = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
};

/** The dashboard's pages. */
async function takeDashboard(browser: Browser, person: { email: string; password: string }): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  nameExactly(page);
  // A machine with other load is slow.
  page.setDefaultTimeout(120_000);
  const takeLoaded = async (name: string) => {
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await take(page, name);
  };
  await page.goto(url);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const pages = { home: 'Home', payments: 'Payments', analytics: 'Analytics', connectors: 'Connectors' };
  for (const [name, title] of Object.entries(pages)) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await takeLoaded(name);
  }
  await page.goto(`${url}/dashboard/payments?status=succeeded`);
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await page.getByRole('table', { name: 'Attempts' }).waitFor();
  await takeLoaded('payment');
}

const order = [
  { product_name: 'Linen shirt, white', quantity: 1, amount: 4900 },
  { product_name: 'Wool socks', quantity: 2, amount: 900 },
];

/** The address of the hosted page of a new payment. */
async function hostedPage(key: string, config: object = {}): Promise<string> {
  const response = await fetch(`${url}/payments`, {
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ amount: 6700, currency: 'USD', order_details: order, payment_link: true },
      payment_link_config: { seller_name: 'Linen & Wool', ...config },
    }),
  });
  const { payment_link: link } = (await response.json()) as { payment_link: { link: string } };
  return link.link;
}

/** Fills the card in and pays; `name` is the result's heading. */
async function payBy(page: Page, number: string, name: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name }).waitFor();
}

/** The hosted page: on desktops and phones, in both modes, with each outcome, and right to left. */
async function takeCheckout(browser: Browser, key: string): Promise<void> {
  const desktop = { width: 1280, height: 800 };
  const phone = { width: 390, height: 844 };
  const open = async (viewport: typeof desktop, colorScheme: 'light' | 'dark', config = {}, search = '') => {
    const page = await browser.newPage({ viewport, colorScheme, locale: 'en-GB' });
    await page.goto((await hostedPage(key, config)) + search);
    return page;
  };
  await take(await open(desktop, 'light'), 'checkout');
  await take(
    await open(desktop, 'light', { details_layout: 'layout2', sdk_layout: 'tabs' }),
    'checkout-layout2',
  );
  const dark = await open(phone, 'dark');
  await take(dark, 'checkout-phone-dark');
  const declined = await open(phone, 'light');
  await payBy(declined, '4000 0000 0000 0002', 'Payment failed');
  await take(declined, 'checkout-declined');
  const paid = await open(phone, 'light');
  await payBy(paid, '4242 4242 4242 4242', 'Payment successful');
  await take(paid, 'checkout-paid');
  await take(await open(phone, 'light', {}, '?locale=ar'), 'checkout-arabic');
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await takeDashboard(browser, { email, password });
  await takeCheckout(browser, apiKey);
} finally {
  await browser.close();
}
