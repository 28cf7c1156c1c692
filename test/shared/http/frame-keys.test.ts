import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const kinds = ['sk_test_', 'sk_live_', 'ak_', 'ok_', 'epk_', 'something'];

test('Frame addresses refuse all but publishable keys, without logging them or looking them up', async ({
  service,
  shop,
}) => {
  const keys = [...kinds.map((kind) => `${kind}Zq7${'x'.repeat(30)}`), shop.key];
  for (const key of keys) {
    for (const [method, end] of [
      ['GET', 'payment'],
      ['GET', 'nothing'],
      ['POST', 'return_address'],
    ] as const) {
      const response = await fetch(`${service.url}/elements/${key}/pay_1/${end}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"client_secret":"pay_1_secret_x"}' } : {}),
      });
      const text = await response.text();
      expect([key, end, response.status, JSON.parse(text).error.code]).toEqual([
        key,
        end,
        403,
        'wrong_key_kind',
      ]);
      expect(text).not.toContain(key.slice(-20));
    }
  }
  const said = service.logs.join('\n');
  for (const key of keys) expect(said).not.toContain(key.slice(-20));
  expect((await fetch(`${service.url}/elements/${shop.publishableKey}/pay_1/payment`)).status).toBe(200);
});
