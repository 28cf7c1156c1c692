import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { operations } from '../../../src/rest/operations.ts';
import { isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { elementKinds, inCamelCase, type Paid, paymentPages, payoutPages } from './confirming-pages.ts';

// A walk over pages, changes and APIs: dozens of payments each.
vi.setConfig({ testTimeout: 120_000 });

const faces = ['REST', 'GraphQL'] as const;
type Face = (typeof faces)[number];

/** Pairs of APIs: the merchant's for the change, and the customer's for the confirmation. */
const pairs: readonly (readonly [Face, Face])[] = faces.flatMap((one) =>
  faces.map((other) => [one, other] as const),
);
/** In an ordinary run, the pairs take turns. */
const pairsOf = (turn: number) => (isFullRun ? pairs : [pairs[turn % pairs.length]!]);

const test = base
  .extend('seller', async ({ shop }) => {
    const enabled = [
      { payment_method: 'card', recurring_enabled: true },
      { payment_method: 'wallet', recurring_enabled: true },
    ];
    const metadata = { google_pay: { merchant_name: 'Acme' }, apple_pay: {} };
    await shop.connector({ test_mode: true, payment_methods_enabled: enabled, metadata });
    await shop.connector({
      test_mode: true,
      connector_type: 'payout_processor',
      payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
    });
    return shop;
  })
  .extend('create', ({ api, seller }) => async (body: object): Promise<Paid> => {
    const answer = await api.post('/payments', {
      amount: 4900,
      currency: 'USD',
      customer_id: 'ada',
      payment_link: true,
      payment_link_config: { allowed_domains: ['shop.example.com'] },
      profile_id: seller.profileId,
      ...body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as Paid;
  })
  .extend('createPayout', ({ api, seller }) => async () => {
    const answer = await api.post('/payouts', {
      amount: 6540,
      currency: 'EUR',
      auto_fulfill: true,
      payout_link: true,
      profile_id: seller.profileId,
      payout_type: 'card',
      payout_method_data: payoutCard(cards.good),
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as { payout_id: string; payout_link: { link: string } };
  })
  /** Changes an object like its merchant. */
  .extend(
    'change',
    ({ api, service, shop }) =>
      async (face: Face, kind: 'payment' | 'payout', id: string, body: object): Promise<void> => {
        if (face === 'REST') {
          const { status, text } = await api.post(`/${kind}s/${id}`, body);
          expect(status, text).toBe(200);
          return;
        }
        const name = kind === 'payment' ? 'updatePayment' : 'updatePayout';
        const input = { [`${kind}Id`]: id, ...(inCamelCase(body) as object) };
        const answer = await mutate(service, shop.key, name, input, `${kind} { status }`);
        expect([answer.errors, answer.userErrors], answer.text).toEqual([[], []]);
      },
  )
  /** Confirms like a page. */
  .extend(
    'confirm',
    ({ client, service, shop }) =>
      async (face: Face, { client_secret, payment_id }: Paid, body: Record<string, unknown>) => {
        const key = shop.publishableKey;
        if (face === 'REST') {
          const answer = await client.post(`/payments/${payment_id}/confirm`, {
            key,
            body: { ...body, client_secret },
          });
          const { code, param } = (answer.body.error ?? {}) as { code?: string; param?: string };
          return { status: answer.body.status, refusal: code ? [answer.status, code, param] : null };
        }
        const input = { paymentId: payment_id, ...(inCamelCase({ ...body, client_secret }) as object) };
        const { errors, payload, userErrors } = await mutate(
          service,
          key,
          'confirmPayment',
          input,
          'payment { status }',
        );
        const problem = userErrors[0] ?? errors[0]?.extensions;
        // Parameters are snake_case here, as in the other API.
        const param = String(problem?.param ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const refusal = problem ? [409, String(problem.code), param] : null;
        return { status: payload?.payment?.status, refusal };
      },
  );

const payoutCard = (number: string) => ({
  card: { card_number: number, expiry_month: '12', expiry_year: '2039', card_holder_name: 'Ann Example' },
});

interface Change {
  readonly name: string;
  /** The payment's fields when its page is opened. */
  readonly first?: object;
  readonly next: Record<string, unknown>;
  readonly param: string;
}

const changes: readonly Change[] = [
  { name: 'the amount is raised', next: { amount: 9900 }, param: 'net_amount' },
  { name: 'the amount is lowered', next: { amount: 100 }, param: 'net_amount' },
  { name: 'shipping is added', next: { shipping_cost: 500 }, param: 'net_amount' },
  { name: 'the currency is another', next: { currency: 'EUR' }, param: 'currency' },
  {
    name: 'the method is kept as well',
    next: { setup_future_usage: 'off_session' },
    param: 'setup_future_usage',
  },
  {
    name: 'the method is kept for the next time',
    next: { setup_future_usage: 'on_session' },
    param: 'setup_future_usage',
  },
  {
    name: 'what was kept alone is charged',
    first: { amount: 0, setup_future_usage: 'off_session' },
    next: { amount: 4900 },
    param: 'net_amount',
  },
  {
    name: 'what was charged is kept alone',
    next: { amount: 0, setup_future_usage: 'off_session' },
    param: 'net_amount',
  },
];

/**
 * Whether a place shows a payment before the change: a wallet has no button if its customer agrees to later charges.
 */
const showsFirst = (page: string, { first }: Change) => !(page.startsWith('sheet/') && first);
const showsThen = (page: string, { first, next }: Change) =>
  !(page.startsWith('sheet/') && 'off_session' === { ...first, ...next }.setup_future_usage);

test.for(Object.keys(paymentPages))(
  'No payment is charged that differs from the one %s showed; the page then updates',
  async (page, { api, change, client, confirm, create, seller, service }) => {
    const isOffered = changes.filter((one) => showsFirst(page, one));
    for (const [turn, one] of isOffered.entries()) {
      for (const [at, by] of pairsOf(turn)) {
        const what = `${one.name}, changed by ${at}, confirmed by ${by}`;
        const payment = await create(one.first ?? {});
        const opened = { client, url: service.url, key: seller.publishableKey, payment };
        const press = paymentPages[page]!(opened);
        const shown = await press();
        await change(at, 'payment', payment.payment_id, one.next);
        const before = (await api.get(`/payments/${payment.payment_id}`)).body;
        const { refusal } = await confirm(by, payment, shown);
        expect(refusal, what).toEqual([409, 'unexpected_state', one.param]);
        const { body: after } = await api.get(`/payments/${payment.payment_id}`);
        expect(after, what).toEqual(before);
        expect([after.attempts, after.amount_received], what).toEqual([[], 0]);

        if (!showsThen(page, one)) continue;
        const { status } = await confirm(by, payment, await press());
        expect(status, what).toBe('succeeded');
        const { body: paid } = await api.get(`/payments/${payment.payment_id}`);
        expect(paid, what).toMatchObject({ ...one.next, amount_received: before.net_amount });
      }
    }
  },
);

test.for(Object.keys(paymentPages))(
  'No surcharge is charged that %s did not show; the page then updates',
  async (page, { api, client, confirm, create, seller, service }) => {
    const rules = { decision: 'surcharge', name: 'surcharges', profile_id: seller.profileId, rules: [] };
    const made = await api.post('/rulesets', {
      ...rules,
      default: { surcharge: { type: 'fixed', value: 100 } },
    });
    const payments = await Promise.all(faces.map(() => create({})));
    const presses = payments.map((payment) =>
      paymentPages[page]!({ client, url: service.url, key: seller.publishableKey, payment }),
    );
    const shown = await Promise.all(presses.map((press) => press()));
    const activated = await api.post(`/rulesets/${made.body.ruleset_id}/activate`);
    expect(activated.status, activated.text).toBe(200);
    for (const [turn, face] of faces.entries()) {
      const payment = payments[turn]!;
      const { refusal } = await confirm(face, payment, shown[turn]!);
      expect(refusal, face).toEqual([409, 'unexpected_state', 'net_amount']);
      const { body: after } = await api.get(`/payments/${payment.payment_id}`);
      expect([after.attempts, after.amount_received, after.net_amount], face).toEqual([[], 0, 4900]);
      const { status } = await confirm(face, payment, await presses[turn]!());
      expect(status, face).toBe('succeeded');
      const { body: paid } = await api.get(`/payments/${payment.payment_id}`);
      expect(paid, face).toMatchObject({ net_amount: 5000, amount_received: 5000 });
    }
  },
);

const payoutChanges = [
  { name: 'the amount is raised', next: { amount: 9900 }, param: 'amount' },
  { name: 'the amount is lowered', next: { amount: 100 }, param: 'amount' },
  { name: 'the currency is another', next: { currency: 'USD' }, param: 'currency' },
  {
    name: 'the destination is another',
    next: { payout_method_data: payoutCard('5555555555554444') },
    param: 'destination',
  },
] as const;

test.for(Object.keys(payoutPages))(
  'No payout is sent that differs from the one its page showed (%s); the page then updates',
  async (page, { api, change, client, createPayout, service }) => {
    // Entering a destination is no agreement to the given one.
    const seen = payoutChanges.filter(({ param }) => page === 'receive, given' || param !== 'destination');
    for (const [turn, { name, param, next }] of seen.entries()) {
      for (const at of isFullRun ? faces : [faces[turn % 2]!]) {
        const what = `${name}, changed by ${at}`;
        const { payout_id, payout_link } = await createPayout();
        const { pathname } = new URL(payout_link.link, 'http://none');
        const address = service.url + pathname;
        const press = payoutPages[page]!(address);
        const shown = await press();
        await change(at, 'payout', payout_id, next);
        const before = (await api.get(`/payouts/${payout_id}`)).body;
        const refused = await client.post(pathname, { body: shown });
        const { code, param: named } = refused.body.error ?? {};
        expect([refused.status, code, named], what + refused.text).toEqual([409, 'unexpected_state', param]);
        const { body: after } = await api.get(`/payouts/${payout_id}`);
        expect(after, what).toEqual(before);
        expect(after.attempts, what).toEqual([]);

        const sent = await client.post(pathname, { body: await press() });
        const { payout_method_data: _, ...figures } = next as { payout_method_data?: object };
        const { body: done } = await api.get(`/payouts/${payout_id}`);
        expect(done, what).toMatchObject({ status: 'success', ...figures });
        // The next page shows the service's response.
        const { amount, currency } = done;
        expect(sent.body, what).toEqual({
          screen: 'result',
          status: 'success',
          payout: { id: payout_id, amount, currency },
        });
      }
    }
  },
);

test('A payout page that does not send the shown values sends nothing', async ({
  api,
  client,
  createPayout,
}) => {
  const { payout_id, payout_link } = await createPayout();
  const { pathname } = new URL(payout_link.link, 'http://none');
  for (const [body, param] of [
    [{ currency: 'EUR' }, 'amount'],
    [{ amount: 6540 }, 'currency'],
    [{ amount: 6540, currency: 'EUR' }, 'destination'],
  ] as const) {
    const refused = await client.post(pathname, { body });
    expect([refused.status, refused.body.error?.param], refused.text).toEqual([
      param === 'destination' ? 409 : 400,
      param,
    ]);
  }
  expect((await api.get(`/payouts/${payout_id}`)).body.status).toBe('requires_confirmation');
});

test("A merchant's client sends its expected total together with its changes", async ({ api, create }) => {
  const { payment_id } = await create({});
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  const send = (body: object) => api.post(`/payments/${payment_id}/confirm`, { ...card, ...body });
  const refused = await send({ amount: 9900, net_amount: 4900 });
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: 'unexpected_state', param: 'net_amount' },
  ]);
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({ amount: 4900, attempts: [] });
  const paid = await send({ amount: 9900, shipping_cost: 100, net_amount: 10_000 });
  expect(paid.body, paid.text).toMatchObject({ status: 'succeeded', amount_received: 10_000 });
});

/** Pages without a confirmation, with the reason. */
const confirmNothing: Readonly<Record<string, string>> = {
  '/collect': 'It saves a method of the customer of its link, which no operation changes.',
  '/return': 'It leads on to the merchant.',
  '/continue': 'It leads on to a bank.',
  "a shop's page": 'Its frames confirm.',
  'elements/challenge': "It shows a bank's page.",
};

test('Each page for customers is tested here, or has nothing to confirm', async ({ service }) => {
  const { scripts } = (await (await fetch(`${service.url}/js/pages.json`)).json()) as {
    scripts: readonly { readonly pages: readonly string[] }[];
  };
  const served = [...new Set(scripts.flatMap(({ pages }) => pages))];
  const walked = (page: string) =>
    Object.keys({ ...paymentPages, ...payoutPages }).some((name) => `/${name}`.startsWith(page));
  expect(served.filter((page) => !walked(page) && !confirmNothing[page])).toEqual([]);
  const elements = [...elementKinds, 'challenge'].map((kind) => `elements/${kind}`);
  expect(elements.filter((name) => !paymentPages[name] && !confirmNothing[name])).toEqual([]);
});

test('No operation changes data shown by a page that saves methods', () => {
  const ofLinks = operations.filter(({ path: address }) => address.startsWith('/payment_methods/collect'));
  expect(ofLinks.map(({ id }) => id)).toEqual(['createCollectLink', 'mailCollectLink']);
});

/** Requests with a body from scripts of customers' pages, by file and address, and their purpose. */
const posts: Readonly<Record<string, string>> = {
  "page/pay.ts '/confirm'": 'confirms with a Confirmation, which has what was shown',
  "page/pay.ts '/3ds/authentication'": 'authenticates what was confirmed',
  'page/totals.ts /eligibility': 'reads the total with an entered card; nothing is charged',
  "page/wallets.ts '/wallets'": 'reads what sheets show',
  "page/wallets.ts '/apple_pay_session'": 'opens a sheet',
  'page/pay.ts posted': 'makes the request of those above',
  'elements/answers.ts return_address': 'reads an address',
  'recipient/send.ts own address': 'confirms with the body of entered.ts, which has what was shown',
};

test('Every page request with a body is known, and confirmations include the shown values', () => {
  const folder = path.resolve(import.meta.dirname, '../../../src/checkout');
  const names = ['page', 'elements', 'recipient'].flatMap((page) =>
    readdirSync(path.join(folder, page), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${page}/${file}`),
  );
  const found = names.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const sent = [...text.matchAll(/\((?:access|form|data), ('[^']+'), posted\(/g)].map(([, at]) => at!);
    const others = [...text.matchAll(/posted\(|\bmethod: '(?!GET)|XMLHttpRequest|sendBeacon/g)].length;
    return [{ name, sent, others }];
  });
  const listed = found.flatMap(({ name, sent }) => sent.map((at) => `${name} ${at}`));
  expect(listed.filter((one) => !posts[one])).toEqual([]);
  const counts = found.filter(({ others }) => others > 0).map(({ name, others }) => [name, others]);
  expect(Object.fromEntries(counts)).toEqual({
    'page/pay.ts': 3,
    'page/asked-total.ts': 1,
    'page/wallets.ts': 2,
    'elements/answers.ts': 1,
    'recipient/send.ts': 1,
  });
});
