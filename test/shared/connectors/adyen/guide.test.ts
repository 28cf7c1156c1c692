import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { adyenConnector } from '../../../../src/connectors/adyen/adyen.ts';
import { test as base } from '../../../kit/test.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/notifications.ts';
import { API_KEY, startStandIn } from './stand-in/server.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../../../../docs/adyen.md', import.meta.url), 'utf8');
/** The page's commands for readers, in order. */
const commands = [...page.matchAll(/<!-- followed by [^>]+-->\n```bash\n([\s\S]+?)```/g)].map(
  ([, text]) => text!,
);

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('standIn', { scope: 'file' }, async ({}, { onCleanup }) => {
    const standIn = await startStandIn(() => new Date());
    onCleanup(() => standIn.close());
    return standIn;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ standIn }) => ({
    connectors: [
      adyenConnector({ baseUrl: standIn.url, environment: 'test', now: () => new Date(), warn: () => {} }),
    ],
  }));

test('Following the Adyen page literally connects an account and captures a first payment', async ({
  api,
  service,
  shop,
  standIn,
}) => {
  const follow = async (command: string, variables: Record<string, string> = {}) => {
    const env = {
      PATH: process.env.PATH,
      SERVICE_URL: service.url,
      MERCHANT_ID: shop.merchantId,
      API_KEY: shop.key,
      PROFILE_ID: shop.profileId,
      ADYEN_API_KEY: API_KEY,
      ADYEN_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT,
      ADYEN_HMAC_KEY: HMAC_KEY,
      ...variables,
    };
    return JSON.parse((await run('bash', ['-c', command], { env })).stdout);
  };
  expect(commands).toHaveLength(3);
  const [connect, pay, capture] = commands as [string, string, string];

  expect(await follow(connect)).toMatchObject({ merchant_connector_id: 'adyen_test', status: 'active' });
  const held = await follow(pay);
  expect(held).toMatchObject({ status: 'requires_capture', connector_transaction_id: expect.any(String) });
  const PAYMENT_ID: string = held.payment_id;
  expect(await follow(capture, { PAYMENT_ID })).toMatchObject({ status: 'processing' });

  for (const { body, headers } of standIn.webhooks()) {
    const address = `${service.url}/webhooks/${shop.merchantId}/adyen_test`;
    const answer = await fetch(address, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([200, '[accepted]']);
  }
  expect((await api.get(`/payments/${PAYMENT_ID}`)).body).toMatchObject({
    status: 'succeeded',
    amount_received: 1000,
  });
  expect(standIn.violations()).toEqual([]);
});
