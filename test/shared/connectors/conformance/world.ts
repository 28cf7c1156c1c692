import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { openConnectorAccount } from '../../../../src/core/connector-calls/call-connector.ts';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import type { Ability, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import { deleteAtVendors } from '../../../../src/core/maintenance/delete-at-vendors.ts';
import { type ApiResponse, clientOf } from '../../../kit/client.ts';
import { createDatabase } from '../../../kit/database.ts';
import { graphqlClient } from '../../../kit/graphql-client.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import type {
  CardScenario,
  ConnectorHarness,
  CustomerReturn,
  RunningHarness,
  VendorRecord,
  VendorWebhook,
} from './harness.ts';

type Json = Record<string, unknown>;

/** The service and the stand-in of one test file. */
export interface Grounds {
  readonly name: string;
  readonly service: TestService;
  readonly harness: RunningHarness;
  readonly warnings: string[];
  /** Advances the time of the service and the stand-in. */
  pass(ms: number): void;
  close(): Promise<void>;
}

const MAX_ROUNDS = 4;
const ROUND_MS = 60_000;

/** Starts the service with the connector in place of the vendor's own. */
export async function startGrounds(connectorHarness: ConnectorHarness): Promise<Grounds> {
  const databaseUrl = await createDatabase();
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const warnings: string[] = [];
  let url = '';
  const harness = await connectorHarness.start({
    databaseUrl,
    now,
    publicUrl: () => url,
    warn: (facts, message) => void warnings.push(`${message} ${JSON.stringify(facts)}`),
  });
  const service = await startTestService({ databaseUrl, now, connectors: [harness.connector] });
  url = service.url;
  return {
    name: connectorHarness.name,
    service,
    harness,
    warnings,
    pass: (ms) => {
      ahead += ms;
    },
    close: async () => {
      await service.close();
      await harness.close();
    },
  };
}

/** A merchant with an account at the connector, for one behaviour, and the actions used by behaviours. */
export async function enter(grounds: Grounds) {
  const { harness, name, service } = grounds;
  const { connector } = harness;
  const client = clientOf(service);
  const shop: SeededMerchant = await seedMerchant(service);
  const usual = harness.currencies?.usual ?? 'USD';
  // Nothing left by earlier behaviours is delivered to this account.
  await harness.webhooks();

  const post = (path: string, body: object = {}) => client.post(path, { key: shop.key, body });
  const get = async (path: string) => (await client.get(path, { key: shop.key })).body;
  const accepted = async (answer: Promise<ApiResponse>) => {
    const { body, status, text } = await answer;
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  };
  const createAccount = (values: Json) =>
    post(`/accounts/${shop.merchantId}/connectors`, {
      connector_name: name,
      profile_id: shop.profileId,
      ...harness.account,
      ...values,
    });
  const account: string = (await accepted(createAccount({ connector_type: 'payment_processor' })))
    .merchant_connector_id;
  if (connector.abilities.has('payout')) {
    await accepted(
      createAccount({ connector_type: 'payout_processor', merchant_connector_id: 'for_payouts' }),
    );
  }

  const cardNumber = (scenario: CardScenario) => ({
    payment_method: 'card',
    payment_method_data: {
      card: {
        card_number: numberOf(harness, scenario),
        card_exp_month: '12',
        card_exp_year: '2040',
        card_holder_name: 'Ann Example',
        card_cvc: '737',
      },
    },
  });
  const cardData = (scenario: CardScenario) => harness.method?.(scenario) ?? cardNumber(scenario);
  const orderOf = (scenario: CardScenario, given: Json = {}) => ({
    amount: 1000,
    currency: usual,
    confirm: true,
    email: 'ann@example.com',
    return_url: 'https://shop.example.com/done',
    browser_info: browser,
    ...cardData(scenario),
    ...given,
  });
  const pay = async (scenario: CardScenario, given: Json = {}) =>
    decided(await accepted(post('/payments', orderOf(scenario, given))));
  /** Pays with a card number, even if the harness pays otherwise; a vendor's account may not send numbers. */
  const payByNumber = async (scenario: CardScenario, given: Json = {}) => {
    const explanation = harness.live?.numbersRefused;
    const paid = await pay(scenario, { ...(explanation ? cardNumber(scenario) : {}), ...given });
    if (paid.status === 'failed' && explanation) {
      throw new Inconclusive(`${paid.error_code}: ${paid.error_message} ${explanation}`);
    }
    return paid;
  };
  const payment = async (id: string) => decided(await get(`/payments/${id}`));
  const refund = (paymentId: string, given: Json = {}) =>
    accepted(post('/refunds', { payment_id: paymentId, ...given }));

  /** The service's response for an object, unless its vendor has yet to decide and would report by webhook. */
  const decided = (body: Awaited<ReturnType<typeof get>>) => {
    const states = [body.status, ...(body.captures ?? []).map((one: Json) => one.status)];
    if (harness.live && states.some((status) => status === 'processing' || status === 'pending')) {
      throw new Inconclusive('pending, as the vendor decides later, by a webhook');
    }
    return body;
  };
  const customersAtVendor = async (): Promise<string[]> => {
    const text = 'select connector_customers from customers where merchant_id = $1';
    const rows = await service.database.rows.query<{ connector_customers: Record<string, string> | null }>(
      { text, values: [shop.merchantId] },
      null,
    );
    return rows.flatMap((row) => Object.values(row.connector_customers ?? {}));
  };
  const accessOf = async (id: string): Promise<ConnectorAccess> => {
    const key = { merchant_id: shop.merchantId, merchant_connector_id: id };
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    return (await openConnectorAccount(ctx, key))!.access;
  };
  const callsOf = async (objectId: string) => {
    const text = `select call_id from connector_calls
                  where merchant_id = $1 and object_id = $2 and status = 'intended' order by created_at, call_id`;
    const rows = await service.database.rows.query<{ call_id: string }>(
      { text, values: [shop.merchantId, objectId] },
      null,
    );
    return rows.map(({ call_id }) => call_id);
  };
  /** Looks up an object's open calls, oldest first, like the service's job. */
  const recover = async (objectId: string) => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    for (const callId of await callsOf(objectId)) await recoverCall(ctx, shop.merchantId, callId);
  };
  const send = ({ body, headers }: VendorWebhook, to = account) =>
    fetch(`${service.url}/webhooks/${shop.merchantId}/${to}`, { method: 'POST', headers, body });
  /** Makes the vendor's events due, and delivers them until all are accepted. */
  const deliver = async (to = account): Promise<VendorWebhook[]> => {
    grounds.pass(harness.eventsAfterMs);
    const sent = await harness.webhooks();
    for (const webhook of sent) {
      for (let tries = 0; (await send(webhook, to)).status === 503 && tries < MAX_ROUNDS; tries += 1)
        await wait(10);
    }
    return sent;
  };
  /** Settles an object by look-ups and webhooks. */
  const settle = async (objectId: string, to = account) => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await recover(objectId);
      await deliver(to);
      if ((await callsOf(objectId)).length === 0) break;
      grounds.pass(ROUND_MS);
    }
    if (harness.live)
      decided(await get(`/${objectId.startsWith('ref_') ? 'refunds' : 'payments'}/${objectId}`));
  };

  return {
    grounds,
    harness,
    connector,
    service,
    shop,
    account,
    usual,
    post,
    /** Like the shop's page, with its publishable key. */
    postFromPage: (path: string, body: object) => client.post(path, { key: shop.publishableKey, body }),
    get,
    graphql: graphqlClient(service, shop.key),
    accepted,
    createAccount,
    cardData,
    /** A card's details in a request. */
    numberOf: (scenario: CardScenario) => cardNumber(scenario).payment_method_data.card,
    orderOf,
    pay,
    payByNumber,
    /** Pays with other details than a card's. */
    payWith: async (payment_method_data: Json, given: Json = {}) =>
      decided(
        await accepted(
          post('/payments', { ...orderOf('good'), payment_method: undefined, payment_method_data, ...given }),
        ),
      ),
    /** The account's token for charging a saved payment method. */
    mandatesOf: async (id: string): Promise<string[]> => {
      const text = 'select connector_mandates from payment_methods where payment_method_id = $1';
      const [row] = await service.database.rows.query({ text, values: [id] }, null);
      return Object.values((row?.connector_mandates ?? {}) as Record<string, string>);
    },
    payment,
    refund,
    recover,
    send,
    deliver,
    settle,
    /** An authorized payment that waits for its capture. */
    authorize: (scenario: CardScenario = 'good', given: Json = {}) =>
      pay(scenario, { capture_method: 'manual', ...given }),
    capture: (id: string, given: Json = {}) => accepted(post(`/payments/${id}/capture`, given)),
    cancel: (id: string) => accepted(post(`/payments/${id}/cancel`)),
    refundOf: async (id: string) => decided(await get(`/refunds/${id}`)),
    customer: async (): Promise<string> =>
      (await accepted(post('/customers', { name: 'Ann Example', email: 'ann@example.com' }))).customer_id,
    payout: (given: Json = {}) =>
      accepted(
        post('/payouts', { amount: 1000, currency: usual, confirm: true, auto_fulfill: true, ...given }),
      ),
    payoutOf: (id: string) => get(`/payouts/${id}`),
    /** The customer acts on a waiting payment's page and returns. */
    answer: async (waiting: { next_action: { redirect_to_url: string } }, answer: 'accept' | 'refuse') => {
      const back = await harness.atPage(waiting.next_action.redirect_to_url, answer);
      return { back, status: (await comeBack(back)).status };
    },
    comeBack,
    /** Whether the suite can inspect the vendor's state, as only a stand-in allows. */
    seesRecords: !harness.live,
    /** The vendor's state for an object or its parts: our references begin with its identifier. */
    held: async (kind: VendorRecord['kind'], reference: string): Promise<VendorRecord[]> =>
      (await harness.records()).filter(
        (record) => record.kind === kind && record.succeeded && record.reference.startsWith(reference),
      ),
    /** Deletes an object by path, like the shop's server. */
    remove: (path: string) => accepted(client.request('DELETE', path, { key: shop.key })),
    /** Reports deletions to vendors, like the service's job, until none is left. */
    tellVendors: async () => {
      const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
      let told = 0;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        told += await deleteAtVendors(ctx);
        grounds.pass(ROUND_MS * 2 ** (round + 1));
      }
      return told;
    },
    /** Access to the account, for calls below the service. */
    access: () => accessOf(account),
    customersAtVendor,
    /** Voids and refunds a behaviour's decided payments at a vendor's account. */
    giveBack: async () => {
      const [{ data }] = await get('/payments/list?limit=100');
      for (const { payment_id: id, amount_received: received } of data) {
        if (received > 0) await post('/refunds', { payment_id: id });
        else await post(`/payments/${id}/cancel`);
      }
      const ids = await customersAtVendor();
      if (!harness.live || ids.length === 0) return;
      const removed = await harness.live.removeCustomers(await accessOf(account), ids);
      if (removed.length > 0) process.stdout.write(`Removed ${removed.join(', ')}.\n`);
    },
    unique: (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`,
  };
}

export type World = Awaited<ReturnType<typeof enter>>;

/** The browser follows a redirect or submits a form, and stops at the shop. */
const comeBack = ({ form, url }: CustomerReturn): Promise<Response> =>
  fetch(url, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });

const browser = {
  ip_address: '192.0.2.10',
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  language: 'en-US',
  color_depth: 24,
  screen_height: 900,
  screen_width: 1440,
  time_zone: 0,
  java_enabled: false,
  java_script_enabled: true,
};

function numberOf({ cards }: RunningHarness, scenario: CardScenario): string {
  const number = cards[scenario];
  if (!number) throw new Error(`The harness has no card for ${scenario}.`);
  return number;
}

/** A requirement of a behaviour: a capability of the connector, or a scenario of its harness. */
export type Need =
  | { readonly ability: Ability }
  /** The connector must lack a capability and refuse it: a connector with the capability has nothing to show. */
  | { readonly lacks: Ability }
  | { readonly card: CardScenario }
  /** The connector must store such a wallet or redirect for later charges. */
  | { readonly keeps: string }
  | { readonly payout: keyof NonNullable<RunningHarness['payouts']> }
  | {
      readonly other:
        | 'sight of what the vendor keeps'
        | 'wrong credentials'
        | 'a dashboard'
        | 'methods other than cards'
        | 'gift cards'
        | 'a currency without minor units'
        | 'a currency of thousandths';
    };

/** Why a connector and its harness cannot show a behaviour; null if they can. */
export function missing(
  {
    cards,
    connector,
    currencies,
    dashboard,
    giftCards,
    kept,
    others: methods,
    payouts,
    wrongAccount,
  }: RunningHarness,
  need: Need,
) {
  if ('lacks' in need) {
    return connector.abilities.has(need.lacks) ? `has the capability ${need.lacks}` : null;
  }
  if ('ability' in need) {
    return connector.abilities.has(need.ability) ? null : `lacks the capability ${need.ability}`;
  }
  if ('keeps' in need) {
    const { bank_redirect: redirects, wallet: wallets } = connector.paymentMethods ?? {};
    const keeps = { ...redirects?.keeps, ...wallets?.keeps };
    return need.keeps in keeps ? null : `keeps no ${need.keeps}`;
  }
  if ('card' in need) return cards[need.card] ? null : `lacks a card that is ${need.card}`;
  if ('payout' in need) return payouts?.[need.payout] ? null : `lacks a payout that is ${need.payout}`;
  const others = {
    'sight of what the vendor keeps': kept,
    'wrong credentials': wrongAccount,
    'a dashboard': dashboard,
    'methods other than cards': methods,
    'gift cards': giftCards,
    'a currency without minor units': currencies?.whole,
    'a currency of thousandths': currencies?.thousandths,
  };
  return others[need.other] ? null : `lacks ${need.other}`;
}

/** Thrown by a behaviour that a vendor itself neither shows nor contradicts; the message gives the reason. */
export class Inconclusive extends Error {}

/** A common behaviour of all connectors, as a sentence. */
export interface Behaviour {
  readonly title: string;
  /** Whether a vendor's account can show it, without a stand-in. */
  readonly isLive?: true;
  readonly needs?: readonly Need[];
  readonly run: (world: World) => Promise<void>;
}
