import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { executablePath } from './chromium.ts';

/**
 * The command behind `npm run pictures`: takes the pictures of the README at a running service with demo data, as a
 * person that `npm start` printed.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    email: { type: 'string' },
    password: { type: 'string' },
  },
});
const { email, password, url } = values;
if (!email || !password) {
  process.stderr.write('Usage: npm run pictures -- --email <address> --password <password> [--url <url>]\n');
  process.exit(1);
}

const folder = 'docs/pictures';
const pages = { home: 'Home', payments: 'Payments', analytics: 'Analytics', connectors: 'Connectors' };

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
const take = async (name: string) => {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
};
await page.goto(url);
await page.getByLabel('Email').fill(email);
await page.getByLabel('Password', { exact: true }).fill(password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
for (const [name, title] of Object.entries(pages)) {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: title, exact: true })
    .click();
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
  await take(name);
}
await page.goto(`${url}/dashboard/payments?status=succeeded`);
await page.locator('tbody tr').first().getByRole('link').first().click();
await page.getByRole('table', { name: 'Attempts' }).waitFor();
await take('payment');
await browser.close();
