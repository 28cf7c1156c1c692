import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

interface Listed {
  readonly pages: readonly string[];
  readonly address: string | null;
  readonly kind: string;
  readonly integrity: string | null;
  readonly reason: string;
  readonly authorized_by: string;
}

const hashOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
const TAG = /<(?:script|link)\b[^>]*?(?:src|href)="(\/[^"]+)"[^>]*>/g;

/** A page of each bundle, for a visitor without a payment. */
const pages = ['/pay/m/p/t', '/secure/m/p/t', '/receive/m/p/t', '/collect/m/p/t'];

const listed = async (url: string): Promise<readonly Listed[]> => {
  const answer = await fetch(`${url}/js/pages.json`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return ((await answer.json()) as { scripts: Listed[] }).scripts;
};

test('Each script and style sheet of a customers’ page is in the inventory, with the hash of the served file', async ({
  service,
  shop,
}) => {
  const scripts = await listed(service.url);
  const elements = ['payment', 'card', 'cardNumber', 'cardExpiry', 'cardCvc', 'challenge'].map(
    (element) => `/elements/${shop.publishableKey}/pay_1/${element}`,
  );
  for (const page of [...pages, ...elements]) {
    const answer = await fetch(service.url + page);
    const html = await answer.text();
    const tags = [...html.matchAll(TAG)];
    expect(tags.length, page).toBe(2);
    for (const [tag, address] of tags) {
      const content = await (await fetch(service.url + address)).text();
      expect(tag).toContain(` integrity="${hashOf(content)}"`);
      const entry = scripts.find((script) => script.address === address);
      expect(entry).toMatchObject({ integrity: hashOf(content), reason: expect.stringMatching(/\w+ \w+/) });
      expect(entry!.pages.some((prefix) => page.startsWith(`${prefix}/`))).toBe(true);
    }
    // No other script runs: inline ones contain data.
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(inline.every((attributes) => attributes!.includes('application/json'))).toBe(true);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).toContain('report-uri /csp_reports; report-to csp');
    expect(answer.headers.get('reporting-endpoints')).toBe('csp="/csp_reports"');
  }
});

test('The inventory contains the hash of switchyard.js and the reason for each script', async ({
  service,
}) => {
  const scripts = await listed(service.url);
  const ours = await (await fetch(`${service.url}/js/switchyard.js`)).text();
  expect(scripts.find(({ address }) => address === '/js/switchyard.js')?.integrity).toBe(hashOf(ours));
  for (const { authorized_by, integrity, kind, reason } of scripts) {
    expect(reason.length).toBeGreaterThan(10);
    expect(authorized_by.length).toBeGreaterThan(10);
    expect(['script', 'style']).toContain(kind);
    expect(integrity === null || /^sha384-[A-Za-z0-9+/]{64}$/.test(integrity)).toBe(true);
  }
});

test('The other bundles list the hashes of their scripts too', async ({ service }) => {
  for (const page of ['/dashboard', '/graphiql', '/docs']) {
    const html = await (await fetch(service.url + page, { headers: { accept: 'text/html' } })).text();
    const tags = [...html.matchAll(TAG)].filter(([, address]) => /\.(?:js|css)$/.test(address!));
    expect(tags.length, page).toBeGreaterThan(1);
    for (const [tag, address] of tags) {
      const content = await (await fetch(service.url + address)).text();
      expect(tag).toContain(`integrity="${hashOf(content)}"`);
    }
  }
});
