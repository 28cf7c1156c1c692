import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, vi } from 'vitest';
import { vendors } from '../../../src/connectors/vendors.ts';
import { type NextActionType, nextActionTypes } from '../../../src/core/entities/values/payment-parts.ts';
import type { CustomerAction } from '../../../src/core/foundation/ports/customer-action.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { cardOf, cards, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';
import { adyenHarness } from '../connectors/adyen/harness.ts';
import { enter, startGrounds } from '../connectors/conformance/world.ts';
import { sandboxHarness } from '../connectors/sandbox/harness.ts';
import { stripeHarness } from '../connectors/stripe/harness.ts';
import { openGuardedPage, runs } from './chromium.ts';

/** The shop's return page. Playwright cannot stand in for the target of a redirect. */
const shopServer = createServer((_, res) =>
  res.setHeader('content-type', 'text/html').end('Back at the shop'),
);
await new Promise<void>((resolve) => void shopServer.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => void shopServer.close(resolve)));
const SHOP = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}/done`;

// A browser opens each kind of action.
vi.setConfig({ testTimeout: 300_000 });

const script = scriptedConnector();
const harnesses = { sandbox: sandboxHarness, stripe: stripeHarness, adyen: adyenHarness };

/** A payment as its merchant sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payment, not what type it has.
type Waiting = Record<string, any>;

/** A customer's browser at a payment that waits for them. */
interface Customer {
  readonly page: Page;
  readonly serviceUrl: string;
  /** Requests of the browser, with the bodies of the service's responses. */
  readonly asked: { readonly method: string; readonly url: string; readonly posted: string | null }[];
}

/** The target of a vendor's page, which no local machine serves; null for a document. */
type VendorPage = (
  url: string,
) => Promise<{ readonly url: string; readonly form?: object | undefined } | null>;

const html = (body: string) => ({ status: 200, contentType: 'text/html', body: `<!doctype html>${body}` });

/** Opens a browser with stand-ins for vendors and shop. */
async function customerOf(
  serviceUrl: string,
  vendorPage: VendorPage,
): Promise<Customer & { close(): Promise<void> }> {
  const { close, complaints, page } = await openGuardedPage();
  const asked: Customer['asked'] = [];
  await page.context().route('**/*', async (route) => {
    const request = route.request();
    const url = request.url();
    asked.push({ method: request.method(), url, posted: request.postData() });
    if (url.startsWith(serviceUrl) || url.startsWith(SHOP)) return route.continue();
    const back = await vendorPage(url);
    if (!back) return route.fulfill(html('<h1>Document</h1>'));
    const inputs = Object.entries(back.form ?? {}).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const method = back.form ? 'post' : 'get';
    const query = back.form ? [] : [...new URL(back.url).searchParams];
    const hidden = query.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
    const form = `<form method="${method}" action="${back.url}">${[...inputs, ...hidden].join('')}`;
    return route.fulfill(html(`<h1>Bank</h1>${form}<button value="complete">Approve</button></form>`));
  });
  return {
    page,
    serviceUrl,
    asked,
    close: async () => {
      await close();
      expect(complaints).toEqual([]);
    },
  };
}

/** Presses the button of the bank's or sandbox's page, and waits for the shop. */
async function approve({ page }: Customer): Promise<void> {
  // A card authenticated without a challenge needs none.
  const button = page.locator('button[value=complete]');
  await Promise.race([button.click(), page.waitForURL(`${SHOP}*`)]);
  await page.waitForURL(`${SHOP}*`);
}

/** Opens an action's address like a shop that does not know its type: by GET. */
async function open({ page }: Customer, address: string): Promise<void> {
  const response = await page.goto(address);
  expect([address, response?.status()]).toEqual([address, 200]);
  expect(response!.headers()['content-type']).toMatch(/text\/html/);
}

/** Whether a customer who followed the action has returned, with the payment decided. */
type Driver = (customer: Customer, waiting: Waiting) => Promise<'returned' | 'shown'>;

const redirected: Driver = async (customer, { next_action: { redirect_to_url: url } }) => {
  // A customer's app, which no browser here has.
  if (!/^https?:/.test(url)) return 'shown';
  await open(customer, url);
  await approve(customer);
  return 'returned';
};

/** An action that only informs the customer: it has no page, and its addresses are the pages' own. */
const told =
  (member: string): Driver =>
  async (customer, { next_action: action }) => {
    expect([action.redirect_to_url, Object.values(action[member]).some(Boolean)]).toEqual([null, true]);
    for (const address of Object.values(action[member] as object)) {
      if (typeof address === 'string' && /^https?:/.test(address)) await open(customer, address);
    }
    return 'shown';
  };

/** How the customer performs each type of action. */
const drivers: Readonly<Record<NextActionType, Driver>> = {
  redirect_to_url: redirected,
  redirect_inside_popup: redirected,
  three_ds_invoke: redirected,
  invoke_sdk: told('sdk_data'),
  display_qr_code: told('qr_code'),
  display_voucher_information: told('voucher_details'),
  display_bank_transfer_information: told('bank_transfer_instructions'),
};

/** Every kind of action that a connector may return. */
const actions = {
  redirect: { type: 'redirect', url: 'https://bank.example.com/page?id=1' },
  form: { type: 'form', url: 'https://acs.example.com/3ds', fields: { creq: 'eyJ0ZXN0Ijp0cnVlfQ' } },
  sdk: { type: 'sdk', data: { client_secret: 'of_the_vendor' } },
  qr_code: { type: 'qr_code', content: 'code', imageUrl: 'https://bank.example.com/qr', validUntil: null },
  bank_transfer: {
    type: 'bank_transfer',
    transfer: { accountHolderName: 'Ann', iban: 'DE89370400440532013000', reference: 'R1' },
    transferBefore: new Date(Date.now() + 86_400_000).toISOString(),
  },
  voucher: {
    type: 'voucher',
    voucher: { reference: '123456', downloadUrl: 'https://bank.example.com/voucher' },
    payBefore: new Date(Date.now() + 86_400_000).toISOString(),
  },
} as const satisfies { readonly [Type in CustomerAction['type']]: Extract<CustomerAction, { type: Type }> };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('confirm', ({ api, shop }) => async (given: object): Promise<Waiting> => {
    const { body, status, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, return_url: SHOP, profile_id: shop.profileId },
      payment_method_data: { card: cardOf(cards.good) },
      ...given,
    });
    expect([status, body.status], text).toEqual([200, 'requires_customer_action']);
    return body;
  });

test(
  'A browser can open every type of next_action in the code, from any source',
  runs,
  async ({ confirm, service, shop }) => {
    await shop.connector({
      connector_name: 'scripted',
      payment_methods_enabled: [{ payment_method: 'card' }],
    });
    const seen = new Set<string>();
    for (const action of Object.values(actions)) {
      for (const inFrame of [false, true]) {
        const connectorTransactionId = `txn_${action.type}_${inFrame}`;
        script.respond('authorize', ({ returnUrl }) => {
          bank = String(returnUrl);
          return { kind: 'requires_action', connectorTransactionId, action };
        });
        let bank = '';
        const waiting = await confirm({
          authentication_type: 'three_ds',
          is_iframe_redirection_enabled: inFrame,
        });
        const { client_secret: secret, next_action, payment_id: id } = waiting;
        script.setLookUp(script.requests.authorize!.at(-1)!.idempotencyKey, {
          kind: 'succeeded',
          connectorTransactionId,
        } as never);
        const customer = await customerOf(service.url, async () => ({ url: bank }));
        const end = await drivers[next_action.type as NextActionType](customer, waiting);
        seen.add(next_action.type);
        if (action.type === 'form') {
          const sent = customer.asked.find(({ url }) => url === action.url);
          expect(sent).toMatchObject({ method: 'POST', posted: 'creq=eyJ0ZXN0Ijp0cnVlfQ' });
        }
        if (end === 'returned') expect(customer.page.url()).toContain(`payment_id=${id}&status=succeeded`);
        expect(JSON.stringify(customer.asked)).not.toContain(secret);
        await customer.close();
      }
    }
    // External 3-D Secure is no action of the charging connector: see the tests below.
    expect([...seen, 'three_ds_invoke'].toSorted()).toEqual([...nextActionTypes].toSorted());
    expect(Object.keys(drivers).toSorted()).toEqual([...nextActionTypes].toSorted());
  },
);

test('Each vendor has a stand-in with pages that a browser can open', () => {
  expect(Object.keys(harnesses).toSorted()).toEqual(['sandbox', ...Object.keys(vendors)].toSorted());
});

test.for(Object.entries(harnesses))(
  'A browser opens the next_action of every method of %s and returns to the shop',
  runs,
  async ([, harness], { task }) => {
    const grounds = await startGrounds(harness);
    const world = await enter(grounds);
    const { connector, service } = world;
    const others = (grounds.harness.others ?? []).filter(
      ({ shows }) => shows !== 'nothing' && shows !== 'paid',
    );
    const kinds = [...Map.groupBy(others, ({ kind, shows }) => `${kind} ${shows}`).values()];
    // In an ordinary run, one method per family and kind of step.
    const methods = isFullRun ? others : kinds.map(([first]) => first!);
    const orders: Record<string, unknown>[] = [
      ...[false, true].map((inFrame) => ({
        ...world.cardData('challenge'),
        ...{ authentication_type: 'three_ds', is_iframe_redirection_enabled: inFrame },
      })),
      ...methods.map(({ currency, data, given, kind, type }) => ({
        ...{
          amount: 6000,
          currency,
          payment_method: kind,
          payment_method_type: type,
          payment_method_data: data,
        },
        ...given,
      })),
    ];
    if (connector.abilities.has('authenticate')) {
      await world.accepted(world.createAccount({ connector_type: 'authentication_processor' }));
      const details = { authentication_connectors: [harness.name], three_ds_requestor_url: SHOP };
      const where = { merchant_id: world.shop.merchantId };
      await setColumns(service, 'business_profiles', where, { authentication_connector_details: details });
      const external = { authentication_type: 'three_ds', request_external_three_ds_authentication: true };
      for (const card of [cards.challenged, cards.frictionless])
        orders.push({ payment_method_data: { card: cardOf(card) }, ...external });
    }
    const seen: string[] = [];
    for (const order of orders) {
      const waiting: Waiting = await world.pay('challenge', { return_url: SHOP, ...order });
      const { client_secret: secret, next_action, payment_id: id } = waiting;
      expect([order, waiting.status]).toEqual([order, 'requires_customer_action']);
      const driver = drivers[next_action.type as NextActionType];
      const customer = await customerOf(service.url, (url) =>
        grounds.harness.atPage(url, 'accept').catch(() => null),
      );
      const end = await driver(customer, waiting);
      if (end === 'returned') expect(customer.page.url()).toContain(`payment_id=${id}&status=`);
      expect(JSON.stringify(customer.asked)).not.toContain(secret);
      await customer.close();
      await world.settle(id);
      const { status } = await world.payment(id);
      expect([next_action.type, status]).toEqual([
        next_action.type,
        end === 'returned' ? 'succeeded' : expect.stringMatching(/^(succeeded|requires_customer_action)$/),
      ]);
      seen.push(next_action.type);
    }
    expect(grounds.harness.violations()).toEqual([]);
    await grounds.close();
    figure(task, `${seen.length} actions of ${harness.name}: ${[...new Set(seen)].join(', ')}`);
  },
);
