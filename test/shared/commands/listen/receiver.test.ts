import { request } from 'node:http';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  type Arrival,
  type ReceiverOptions,
  signatureFault,
  startReceiver,
} from '../../../../src/commands/listen/receiver.ts';
import { property } from '../../../kit/property.ts';
import { eventBody, post, signed } from './sender.ts';

const key = 'the key of profile one';
const body = eventBody('payment_created', 'payment', { payment_id: 'pay_1', status: 'processing' });

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((receiver) => receiver.close()));
});

/** A receiver for two profiles, and its requests. */
async function receiver(options: Partial<ReceiverOptions> = {}) {
  const arrivals: Arrival[] = [];
  const started = await startReceiver({
    keys: new Map([
      ['pro_1', Buffer.from(key)],
      ['pro_2', Buffer.from('another key')],
    ]),
    port: 0,
    statusFor: () => 200,
    delayMs: 0,
    onArrival: (arrival) => arrivals.push(arrival),
    ...options,
  });
  running.push(started);
  const origin = `http://127.0.0.1:${started.port}`;
  return { origin, url: `${origin}/pro_1`, port: started.port, arrivals };
}

test('A webhook with a valid signature is accepted and reported unchanged', async () => {
  const { url, arrivals } = await receiver();
  const before = new Date();
  expect(await post(url, body, signed(key, body))).toEqual({ status: 200, text: '' });
  expect(arrivals).toEqual([{ at: expect.any(Date), body, fault: null, isRepeat: false, status: 200 }]);
  expect(arrivals[0]!.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('A webhook with a known identifier is reported as a repeat', async () => {
  const { url, arrivals } = await receiver();
  for (const id of ['evt_1', 'evt_2', 'evt_1']) await post(url, body, signed(key, body, id));
  expect(arrivals.map((arrival) => arrival.isRepeat)).toEqual([false, false, true]);
});

test('A webhook may carry several signatures during key rotation', async () => {
  const { url } = await receiver();
  const headers = signed(key, body);
  const former = signed('former', body)['webhook-signature'];
  headers['webhook-signature'] = `${former} ${headers['webhook-signature']}`;
  expect((await post(url, body, headers)).status).toBe(200);
});

test('A webhook gets the configured response status', async () => {
  const answers = [500, 204, 302, 410];
  const { url, arrivals } = await receiver({ statusFor: () => answers.shift()! });
  for (const status of [500, 204, 302, 410]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: signed(key, body),
      body,
      redirect: 'manual',
    });
    expect(response.status).toBe(status);
  }
  expect(arrivals.map((arrival) => arrival.status)).toEqual([500, 204, 302, 410]);
});

const refusals: [string, string, (headers: Record<string, string>) => Record<string, string>, RegExp][] = [
  [
    'whose body was changed',
    body.replace('pay_1', 'pay_2'),
    (headers) => headers,
    /webhook-signature does not match/,
  ],
  [
    'with the key of another profile',
    body,
    () => signed('another key', body),
    /webhook-signature does not match/,
  ],
  ['that is old', body, () => signed(key, body, 'evt_1', new Date(Date.now() - 600_000)), /minutes ago/],
  [
    'from the future',
    body,
    () => signed(key, body, 'evt_1', new Date(Date.now() + 600_000)),
    /minutes ahead/,
  ],
  [
    'whose moment was changed',
    body,
    (h) => ({ ...h, 'webhook-timestamp': `${Number(h['webhook-timestamp']) - 1}` }),
    /webhook-signature does not match/,
  ],
  ['whose moment is none', body, (h) => ({ ...h, 'webhook-timestamp': 'now' }), /not a number of seconds/],
  [
    'whose identifier was changed',
    body,
    (h) => ({ ...h, 'webhook-id': 'evt_2' }),
    /webhook-signature does not match/,
  ],
  [
    'whose second signature is of another body',
    body,
    (h) => ({ ...h, 'x-webhook-signature-512': signed(key, 'x')['x-webhook-signature-512']! }),
    /x-webhook-signature-512 does not match/,
  ],
  [
    'whose second signature is cut short',
    body,
    (h) => ({ ...h, 'x-webhook-signature-512': h['x-webhook-signature-512']!.slice(2) }),
    /x-webhook-signature-512 does not match/,
  ],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-webhook-signature-512'].map(
    (name): (typeof refusals)[number] => [
      `without ${name}`,
      body,
      ({ [name]: _, ...others }) => others,
      new RegExp(`^${name} is missing`),
    ],
  ),
];

test.each(refusals)(
  'A webhook with an invalid signature is rejected: %s',
  async (_what, sent, change, why) => {
    const { url, arrivals } = await receiver();
    const answer = await post(url, sent, change(signed(key, body)));
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text).message).toMatch(/^The signature is invalid: /);
    expect(answer.text).not.toContain(key);
    expect(arrivals).toEqual([
      { at: expect.any(Date), body: sent, fault: expect.stringMatching(why), isRepeat: false, status: 401 },
    ]);
  },
);

test('A rejected webhook does not make a valid one with its identifier a repeat', async () => {
  const { url, arrivals } = await receiver();
  await post(url, body, signed('wrong', body));
  await post(url, body, signed(key, body));
  expect(arrivals.map(({ status, isRepeat }) => [status, isRepeat])).toEqual([
    [401, false],
    [200, false],
  ]);
});

property(
  'A signature is valid for its body and key and for no other body',
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.nat(),
  fc.integer({ min: 1, max: 255 }),
  (text, secret, place, change) => {
    const bytes = Buffer.from(text);
    const headers = signed(secret, text);
    expect(signatureFault(bytes, headers, Buffer.from(secret))).toBeNull();
    expect(signatureFault(bytes, headers, Buffer.from(`${secret}.`))).not.toBeNull();
    const changed = Buffer.concat([bytes, Buffer.from(bytes.length === 0 ? [0] : [])]);
    changed[place % changed.length]! ^= change;
    expect(signatureFault(changed, headers, Buffer.from(secret))).not.toBeNull();
  },
);

test('A request that is no webhook gets an explanation', async () => {
  const { origin, url, arrivals } = await receiver();
  const headers = signed(key, body);
  expect((await post(`${origin}/pro_3`, body, headers)).status).toBe(404);
  expect((await post(`${origin}/`, body, headers)).status).toBe(404);
  const got = await fetch(url);
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  expect(arrivals).toEqual([]);
});

test('A webhook body is limited to 1 MiB', async () => {
  const { url, arrivals } = await receiver();
  const most = 'x'.repeat(1024 * 1024);
  expect((await post(url, most, signed(key, most))).status).toBe(200);
  expect((await post(url, `${most}x`, signed(key, `${most}x`))).status).toBe(413);
  expect(arrivals).toHaveLength(1);
});

test('A truncated webhook does not affect the next one', async () => {
  const { url, arrivals } = await receiver();
  const cut = request(url, { method: 'POST', headers: { ...signed(key, body), 'content-length': '1000' } });
  const gone = new Promise<void>((resolve) => cut.on('close', resolve).on('error', () => {}));
  await new Promise<void>((resolve) => cut.write('{"half', () => resolve()));
  cut.destroy();
  await gone;
  expect((await post(url, body, signed(key, body))).status).toBe(200);
  expect(arrivals).toHaveLength(1);
});

test('A delayed response is sent after the delay', async () => {
  const { url, arrivals } = await receiver({ delayMs: 20 });
  expect((await post(url, body, signed(key, body))).status).toBe(200);
  expect(arrivals).toMatchObject([{ status: 200 }]);
});

test('A sender that closes the connection during the delay is reported', async () => {
  const told = Promise.withResolvers<Arrival>();
  const asked = Promise.withResolvers<void>();
  const { url } = await receiver({
    delayMs: 600_000,
    onArrival: told.resolve,
    statusFor: () => {
      asked.resolve();
      return 200;
    },
  });
  const impatient = new AbortController();
  const sent = fetch(url, { method: 'POST', headers: signed(key, body), body, signal: impatient.signal });
  await asked.promise;
  impatient.abort();
  await expect(sent).rejects.toThrow();
  expect(await told.promise).toMatchObject({ body, fault: null, status: null });
});

test('A delayed response does not block the receiver from stopping', async () => {
  const asked = Promise.withResolvers<void>();
  const { url, arrivals } = await receiver({
    delayMs: 600_000,
    statusFor: () => {
      asked.resolve();
      return 200;
    },
  });
  const sent = post(url, body, signed(key, body));
  const refused = expect(sent).rejects.toThrow();
  await asked.promise;
  await running.pop()!.close();
  await refused;
  expect(arrivals).toEqual([]);
});

test('A port in use is named in the error', async () => {
  const { port } = await receiver();
  await expect(receiver({ port })).rejects.toThrow(
    `Port ${port} is taken. Choose another: npm run listen -- --port 8091`,
  );
});
