import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { inventoryFile } from '../../../src/http/pages/page-scripts.ts';
import { test as base } from '../../kit/test.ts';
import { startDemoService } from '../browser/demo-service.ts';

const run = promisify(execFile);
const docs = path.resolve(import.meta.dirname, '../../../docs');
/** JavaScript without types. */
const { readReturn } = (await import(path.join(docs, 'examples/shop/signatures.js'))) as {
  readReturn: (searchParams: URLSearchParams, key: string) => Record<string, string> | null;
};
const guide = readFileSync(path.join(docs, 'take-a-payment.md'), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);

/** The demo merchant's service, with the keys printed by its banner: a reader has no others. */
const test = base.extend('demo', { scope: 'file' }, async ({ shared: _database }, { onCleanup }) => {
  const { keys, service } = await startDemoService();
  onCleanup(() => service.close());
  return { ...keys, url: service.url };
});

/** A block without a request: it computes a hash. */
const ofHash = blocksOf('sh').filter((block) => block.includes('openssl'));
const requests = blocksOf('sh').filter((block) => !ofHash.includes(block));
const ofLinks = requests.filter((request) => request.includes('payment_link'));

type Answer = Record<string, unknown>;
type Script = { readonly address: string | null; readonly integrity: string | null };

/** The comment's expected response below a request; `…` is any text. */
const shownBy = (request: string): unknown =>
  JSON.parse(/^# (.+)$/m.exec(request)![1]!, (_, value) => (value === '…' ? expect.any(String) : value));

/** A reader, who exports fields of responses under their names. */
function reader(env: Record<string, string>) {
  const exported: Record<string, string> = { ...env };
  return async (request: string): Promise<Answer> => {
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', request], {
      env: { PATH: process.env.PATH, ...exported },
    });
    const answer = JSON.parse(stdout) as Answer;
    const [saved] = (answer.customer_payment_methods ?? []) as Answer[];
    for (const [name, value] of Object.entries({ ...answer, ...saved })) {
      if (typeof value === 'string' && /_(id|secret|token)$/.test(name)) exported[name.toUpperCase()] = value;
    }
    const shown = shownBy(request) as object;
    // A list shows its first rows.
    const seen = Array.isArray(shown) && Array.isArray(answer) ? answer.slice(0, shown.length) : answer;
    expect(seen, request).toMatchObject(shown);
    return answer;
  };
}

test("The guide's requests, in order, return the responses shown", async ({ demo }) => {
  const settings = {
    enable_payment_response_hash: true,
    payment_response_hash_key: 'key_0123456789abcdefghijk',
  };
  const profiles = `${demo.url}/account/${demo.merchantId}/business_profile`;
  const headers = { 'api-key': demo.apiKey, 'content-type': 'application/json' };
  const all = (await (await fetch(profiles, { headers })).json()) as { profile_id: string }[];
  for (const { profile_id: id } of all) {
    const set = await fetch(`${profiles}/${id}`, { method: 'POST', headers, body: JSON.stringify(settings) });
    expect(set.status).toBe(200);
  }
  const follow = reader({
    ...{ URL: demo.url, KEY: demo.apiKey, PUBLISHABLE_KEY: demo.publishableKey },
    MERCHANT_ID: demo.merchantId,
  });
  let challenge = '';
  for (const request of requests.filter((one) => !ofLinks.includes(one))) {
    const { next_action: next } = (await follow(request)) as {
      next_action?: { redirect_to_url: string } | null;
    };
    if (next) challenge = next.redirect_to_url;
  }

  // The challenged customer completes it, and returns as the guide describes.
  const [, token] = /name="token" value="([^"]*)"/.exec(await (await fetch(challenge)).text())!;
  const form = new URLSearchParams({ token: token!, answer: 'complete' });
  const answered = await fetch(`${challenge}/answer`, { method: 'POST', body: form, redirect: 'manual' });
  const { headers: led } = await fetch(answered.headers.get('location')!, { redirect: 'manual' });
  const back = new URL(led.get('location')!);
  expect(back.href).toMatch(/^https:\/\/shop\.example\.com\/orders\/18\/return\?/);
  const shown = [...guide.matchAll(/^\| (`\w+`[^|]*) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(shown).toEqual(expect.arrayContaining([...back.searchParams.keys()]));
  expect(readReturn(back.searchParams, settings.payment_response_hash_key)).toEqual({
    payment_id: expect.stringMatching(/^pay_/),
    status: 'succeeded',
    amount: '4900',
    currency: 'USD',
  });
  back.searchParams.set('amount', '1');
  expect(readReturn(back.searchParams, settings.payment_response_hash_key)).toBeNull();
});

test("The guide's payment link opens a page", async ({ demo }) => {
  const follow = reader({ URL: demo.url, KEY: demo.apiKey });
  expect(ofLinks).toHaveLength(1);
  const { payment_link: link } = (await follow(ofLinks[0]!)) as { payment_link: { link: string } };
  expect((await fetch(link.link)).status).toBe(200);
});

test('Every block of the guide is tested, or shows no command', () => {
  const kinds = [...guide.matchAll(/^```(\S*)\n[\s\S]*?^```$/gm)].map(([, language]) => language);
  expect([...new Set(kinds)].toSorted()).toEqual(['html', 'js', 'json', 'sh', 'text']);
  const others = [...guide.matchAll(/^```(?:html|json|text)\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  for (const other of others) expect(other).not.toMatch(/^\s*(?:curl|npm|npx|node|echo) /m);
  expect(requests.length).toBeGreaterThan(17);
});

test("The hash computed in the guide matches the version's package and service", async ({ demo }) => {
  expect(ofHash).toHaveLength(1);
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', ofHash[0]!], {
    env: { PATH: process.env.PATH, URL: demo.url },
  });
  const served = (await (await fetch(`${demo.url}/js/pages.json`)).json()) as { scripts: Script[] };
  const built = JSON.parse(readFileSync(inventoryFile, 'utf8')) as Script[];
  for (const scripts of [served.scripts, built]) {
    const script = scripts.find(({ address }) => address === '/js/switchyard.js');
    expect(script?.integrity).toBe(stdout.trim());
  }
});

test("The guide's code matches the example shop", () => {
  const shop = path.join(docs, 'examples/shop');
  const sources = readdirSync(shop).map((file) => readFileSync(path.join(shop, file), 'utf8'));
  const blocks = blocksOf('js');
  expect(blocks).toHaveLength(4);
  for (const block of blocks)
    expect(
      sources.some((source) => source.includes(block)),
      block,
    ).toBe(true);
});
