import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test } from '../../kit/test.ts';

const run = promisify(execFile);
const docs = path.resolve(import.meta.dirname, '../../../docs');
/** JavaScript without types. */
const { readReturn } = (await import(path.join(docs, 'examples/shop/signatures.js'))) as {
  readReturn: (searchParams: URLSearchParams, key: string) => Record<string, string> | null;
};
const guide = readFileSync(path.join(docs, 'take-a-payment.md'), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);

const requests = blocksOf('sh');
const ofLinks = requests.filter((request) => request.includes('payment_link'));

type Answer = Record<string, unknown>;

/** What the comment below a request says of its answer; `…` is any text. */
const shownBy = (request: string): unknown =>
  JSON.parse(/^# (.+)$/m.exec(request)![1]!, (_, value) => (value === '…' ? expect.any(String) : value));

/** A reader, who exports the fields of answers under their names. */
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
    expect(answer, request).toMatchObject(shownBy(request) as object);
    return answer;
  };
}

test("The guide's requests, one after the other, are answered as it shows", async ({ service }) => {
  const shop = await sandboxShop(service);
  const settings = {
    enable_payment_response_hash: true,
    payment_response_hash_key: 'key_0123456789abcdefghijk',
  };
  await fetch(`${service.url}/account/${shop.merchantId}/business_profile/${shop.profileId}`, {
    method: 'POST',
    headers: { 'api-key': shop.key, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  const follow = reader({
    ...{ URL: service.url, KEY: shop.key, PUBLISHABLE_KEY: shop.publishableKey },
    MERCHANT_ID: shop.merchantId,
  });
  let challenge = '';
  for (const request of requests.filter((one) => !ofLinks.includes(one))) {
    const { next_action: next } = (await follow(request)) as {
      next_action?: { redirect_to_url: string } | null;
    };
    if (next) challenge = next.redirect_to_url;
  }

  // The customer of the challenge completes it, and comes back as the guide says.
  const [, token] = /name="token" value="([^"]*)"/.exec(await (await fetch(challenge)).text())!;
  const form = new URLSearchParams({ token: token!, answer: 'complete' });
  const answered = await fetch(`${challenge}/answer`, { method: 'POST', body: form, redirect: 'manual' });
  const { headers } = await fetch(answered.headers.get('location')!, { redirect: 'manual' });
  const back = new URL(headers.get('location')!);
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

test('The payment link of the guide leads to a page', async ({ service }) => {
  const shop = await sandboxShop(service);
  const follow = reader({ URL: service.url, KEY: shop.key });
  expect(ofLinks).toHaveLength(1);
  const { payment_link: link } = (await follow(ofLinks[0]!)) as { payment_link: { link: string } };
  expect((await fetch(link.link)).status).toBe(200);
});

test('The code of the guide is that of the example shop', () => {
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
