import { expect } from 'vitest';
import { NotSentError, UnansweredError } from '../../../src/core/foundation/ports/connector.ts';
import { scriptedConnector, signedWebhook } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'whsec_of_the_test';
const { connector } = scriptedConnector();

/** The behaviour after signature verification, selected by a header of the webhook. */
const courses: Readonly<Record<string, () => Promise<never>>> = {
  hangs: () => new Promise<never>(() => {}),
  unanswered: () => Promise.reject(new UnansweredError('Acme answered 500 about 4242424242424242.')),
  unreached: () => Promise.reject(new NotSentError('Acme could not be reached.')),
  defect: () => Promise.reject(new TypeError('Cannot read properties of undefined')),
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectorDeadlineMs: 50,
    connectors: [
      {
        ...connector,
        readWebhook: async (
          ...[access, webhook, signal]: Parameters<NonNullable<typeof connector.readWebhook>>
        ) => {
          const read = await connector.readWebhook!(access, webhook, signal);
          await courses[String(webhook.headers.course)]?.();
          return read;
        },
      },
    ],
  }))
  .extend('account', ({ shop }) =>
    shop.connector({
      ...{ connector_name: 'scripted', connector_webhook_details: { merchant_secret: SECRET } },
      payment_methods_enabled: [{ payment_method: 'card' }],
    }),
  )
  .extend('sent', ({ account, service, shop }) => async (course: string, secret = SECRET, to = account) => {
    const { headers, ...webhook } = signedWebhook(secret, []);
    const url = `${service.url}/webhooks/${shop.merchantId}/${to}`;
    const response = await fetch(url, { ...webhook, headers: { ...headers, course } });
    const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const requestId = response.headers.get('request-id');
    const mine = lines.filter(({ request_id }) => request_id === requestId);
    return {
      retryAfter: Number(response.headers.get('retry-after')),
      text: await response.text(),
      status: response.status,
      /** The request's log line, and other lines at level error. */
      line: mine.find(({ duration_ms }) => duration_ms !== undefined),
      errors: mine.filter(({ level }) => level === 'error'),
    };
  });

test('The log line of a webhook contains its account and the refusal reason, which its sender does not see', async ({
  account,
  sent,
  shop,
}) => {
  const of = { merchant_id: shop.merchantId, merchant_connector_id: account, level: 'info' };
  const taken = await sent('none');
  expect([taken.status, taken.line]).toEqual([200, expect.objectContaining({ ...of, status: 200 })]);
  expect(taken.line).not.toHaveProperty('reason');
  const forged = await sent('none', 'whsec_of_a_stranger');
  expect(forged.line).toMatchObject({
    ...of,
    status: 401,
    code: 'invalid_api_key',
    reason: 'Invalid signature.',
  });
  expect(forged.text).not.toContain('Invalid signature');
  // A path may contain anything for a nonexistent account.
  const unknown = await sent('none', SECRET, 'mca_4242424242424242');
  expect(unknown.line).toMatchObject({ status: 404, merchant_id: null });
  expect(JSON.stringify(unknown.line)).not.toContain('4242');
});

test.for([
  ['hangs', 'The vendor did not answer in time.'],
  ['unanswered', expect.stringMatching(/^Acme answered 500 about (?!4242424242424242)/)],
  ['unreached', 'Acme could not be reached.'],
] as const)(
  'A vendor that does not respond is no defect: %s',
  async ([course, reason], { account, sent, shop }) => {
    const { errors, line, retryAfter, status, text } = await sent(course);
    expect([status, retryAfter > 0, errors]).toEqual([503, true, []]);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'overloaded' } });
    expect(text).not.toContain('Acme');
    expect(line).toMatchObject({
      ...{ merchant_id: shop.merchantId, merchant_connector_id: account, level: 'info' },
      ...{ status: 503, code: 'overloaded', reason },
    });
  },
);

test('Any other connector error is logged as a defect', async ({ sent }) => {
  const { errors, line, status } = await sent('defect');
  expect([status, line?.level]).toEqual([500, 'error']);
  expect(errors.length).toBeGreaterThan(0);
});
