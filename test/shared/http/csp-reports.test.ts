import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

/** One minute for all tests: an address's reports are counted per minute. */
const now = () => new Date('2026-11-29T12:00:00Z');
const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ now }));

const legacy = (fields: object) => ({ 'csp-report': fields });
const modern = (...bodies: object[]) => bodies.map((body) => ({ type: 'csp-violation', body }));

test('Reports in both formats are counted and logged without tokens or typed text', async ({ service }) => {
  const send = (body: unknown, type = 'application/csp-report') =>
    fetch(`${service.url}/csp_reports`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const page = 'https://pay.example.com/pay/mer_1/pay_1/secretToken';
  const before = { ...service.vitals().pageReports };
  const lines = () => service.logs.filter((line) => line.includes('a page broke its policy')).join('');
  const sent = [
    await send(
      legacy({
        'document-uri': page,
        'effective-directive': 'connect-src',
        'blocked-uri': 'https://evil.example/?pan=4242424242424242',
        'script-sample': '4242424242424242',
      }),
    ),
    await send(
      modern(
        { documentURL: page, effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
        {
          documentURL: page,
          effectiveDirective: 'made-up-4242424242424242',
          blockedURL: 'data:,4242424242424242',
        },
        { documentURL: page, effectiveDirective: 'script-src', blockedURL: 'chrome-extension://abc/x.js' },
      ),
      'application/reports+json',
    ),
    await send('no JSON'),
    await send(null),
    await send([{ type: 'deprecation', body: {} }, 5]),
  ];
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  const after = service.vitals().pageReports;
  const added = Object.entries(after).flatMap(([name, count]) =>
    count > (before[name] ?? 0) ? [[name, count - (before[name] ?? 0)]] : [],
  );
  expect(added.sort()).toEqual([
    ['connect-src', 1],
    ['other', 1],
    ['script-src-elem', 1],
  ]);
  expect(lines()).toContain('"blocked":"https://evil.example"');
  expect(lines()).toContain('"page":"/pay"');
  expect(service.logs.join('')).not.toMatch(/4242424242424242|secretToken/);
  expect((await send('x'.repeat(17_000))).status).toBe(413);

  const many = modern(
    ...Array.from({ length: 50 }, () => ({ effectiveDirective: 'img-src', blockedURL: 'inline' })),
  );
  for (let i = 0; i < 5; i++) await send(many);
  expect(service.vitals().pageReports['img-src']).toBe(17);
});
