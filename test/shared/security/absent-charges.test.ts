import { getNamedType, isInputObjectType } from 'graphql';
import { pino } from 'pino';
import { expect } from 'vitest';
import { paymentStates } from '../../../src/core/entities/states/payment-states.ts';
import { rolesWith } from '../../../src/core/foundation/permissions.ts';
import { serviceTasks } from '../../../src/jobs/tasks.ts';
import { operations } from '../../../src/rest/operations.ts';
import { adminKey } from '../../kit/admin-key.ts';
import { consenting, consentOf } from '../../kit/consent.ts';
import { someOf } from '../../kit/figure.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { appoint, signIn } from '../people/people.ts';
import { argumentsWith, mutationFields } from './graphql-fields.ts';

const HOUR_MS = 60 * 60_000;
let clockOffsetMs = 0;

interface Answer {
  /** The payment's status if the request was accepted. */
  readonly status: string | null;
  readonly code: string | null;
}
/** A request that may start a payment's authorization, over one API. */
type Ask = (headers: Record<string, string>, paymentId: string, given?: object) => Promise<Answer>;

const inCamelCase = (given: object) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_, c) => c.toUpperCase()),
      value,
    ]),
  );

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('merchant', ({ service, shop }) => consentOf(service, shop))
  .extend('declining', ({ service, shop }) => async <T>(work: () => Promise<T>): Promise<T> => {
    const own = { merchant_connector_id: shop.account };
    await setColumns(service, 'connector_accounts', own, { metadata: { decline: 'always' } });
    const result = await work();
    await setColumns(service, 'connector_accounts', own, { metadata: {} });
    return result;
  })
  /** Failed payments whose customer could be charged again with stored data, by kind of data. */
  .extend('failed', ({ declining, merchant, service, shop }) => {
    const fail = (input: object) =>
      declining(async () => {
        const made = await merchant.pay({ sessionExpiry: 86_400, ...input });
        expect(made).toMatchObject({ status: 'failed', manualRetryAllowed: true });
        return made.paymentId as string;
      });
    const saved = async (consents: boolean) => {
      const customerId = await shop.customer();
      const paymentMethodId = await merchant.saveCard(customerId, cards.good);
      const own = { merchant_id: shop.merchantId, payment_method_id: paymentMethodId };
      if (consents) await setColumns(service, 'payment_methods', own, { recurring_enabled: true });
      return { customerId, paymentMethodId };
    };
    const guest = { paymentMethodData: { card: graphqlCardOf(cards.good) } };
    return {
      refused: {
        'a card that a guest typed': () => fail(guest),
        'a card whose consent no authorization stored': async () =>
          fail(consenting(await shop.customer(), cards.good)),
        'a saved card without consent': async () => fail(await saved(false)),
        'a saved card whose consent the payment was to store': async () => {
          const { mandateData, setupFutureUsage } = consenting('', cards.good);
          return fail({ ...(await saved(false)), mandateData, setupFutureUsage });
        },
        "another service's token, erased since": () =>
          fail({
            offSession: true,
            recurringDetails: {
              processorPaymentToken: { processorPaymentToken: 'tok_1', merchantConnectorId: shop.account },
            },
          }),
      },
      taken: {
        'a saved card with consent, off session': async () =>
          fail({ ...(await saved(true)), offSession: true }),
        'a saved card with consent': async () => fail(await saved(true)),
        'a mandate': async () => {
          const customerId = await shop.customer();
          const { mandateId } = await merchant.pay(consenting(customerId, cards.good));
          return fail({ customerId, mandateId });
        },
      },
    };
  })
  /** All callers except the customer who may confirm a payment, as request headers. */
  .extend('callers', async ({ service, shop }) => {
    const permissions = ['payments:read', 'payments:write', 'personal_data:read'];
    const keys = {
      'an API key': shop.key,
      'a restricted key': await shop.apiKey({ permissions }),
      "a profile's key": await shop.apiKey({ profile_id: shop.profileId }),
      'the admin key': (await adminKey(service)).secret,
    };
    const callers: Record<string, Record<string, string>> = {};
    for (const [name, key] of Object.entries(keys)) callers[name] = { 'api-key': key };
    for (const role of rolesWith(['payments:write'])) {
      const { email } = await appoint(service, shop.merchantId, role);
      const { cookie } = (await signIn(service, email)).browser;
      callers[role] = {
        ...{ cookie, origin: service.url, 'sec-fetch-site': 'same-origin' },
        'switchyard-merchant': shop.merchantId,
      };
    }
    return callers;
  })
  .extend('post', ({ service }) => async (headers: Record<string, string>, path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(service.url + path, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests assert the answer's content.
    return (await response.json()) as any;
  })
  .extend('asks', ({ post, shop: { merchantId } }) => {
    const rest =
      (path: string, body: object): Ask =>
      async (headers, paymentId, given = {}) => {
        const answer = await post(headers, path.replace('@', paymentId), { ...body, ...given });
        return { status: answer.status ?? null, code: answer.error?.code ?? null };
      };
    const graphql =
      (name: string, input: object): Ask =>
      async (headers, paymentId, given = {}) => {
        const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
        const query = `mutation ($input: ${type}!) { ${name}(input: $input) {
          payment { status } userErrors { code } } }`;
        const variables = { input: { paymentId, merchantId, ...input, ...inCamelCase(given) } };
        const { data, errors } = await post(headers, '/graphql', { query, variables });
        const { payment, userErrors = [] } = data?.[name] ?? {};
        const code = userErrors[0]?.code ?? errors?.[0]?.extensions.code ?? null;
        return { status: payment?.status.toLowerCase() ?? null, code };
      };
    return {
      confirm: rest(`/payments/@/confirm?merchant_id=${merchantId}`, {}),
      confirmPayment: graphql('confirmPayment', {}),
      update: rest('/payments/@', { confirm: true }),
      updatePayment: graphql('updatePayment', { confirm: true }),
    };
  })
  .extend('attemptsOf', ({ service, shop }) => async (paymentId: string): Promise<number> => {
    const text = 'select count(*)::int as count from attempts where merchant_id = $1 and payment_id = $2';
    const statement = { text, values: [shop.merchantId, paymentId] };
    return (await service.database.rows.query<{ count: number }>(statement, null))[0]!.count;
  });

/** Operations allowed in the payment's status: the others refuse it before they check consent. */
const takesFailed = (name: string) =>
  paymentStates.operations[name.startsWith('confirm') ? 'confirm' : 'update'].includes('failed');

test('Off session, no caller can charge a failed payment again with stored data', async ({
  asks,
  attemptsOf,
  callers,
  failed,
}) => {
  const seen: string[] = [];
  for (const [kind, make] of Object.entries(failed.refused)) {
    const id = await make();
    const before = await attemptsOf(id);
    for (const [caller, headers] of Object.entries(callers)) {
      for (const [name, ask] of Object.entries(asks)) {
        const { code } = await ask(headers, id);
        const isOthers = name === 'update' && caller === 'the admin key';
        const expected = isOthers
          ? 'wrong_key_kind'
          : takesFailed(name)
            ? 'mandate_inactive'
            : 'unexpected_state';
        seen.push(`${kind}, ${caller}, ${name}`);
        expect(code, seen.at(-1)).toBe(expected);
      }
    }
    expect(await attemptsOf(id)).toBe(before);
  }
  // Kinds, callers and operations.
  expect(seen).toHaveLength(5 * 8 * 4);
});

test('Every caller who may confirm can charge a failed payment again under a mandate or stored consent', async ({
  asks,
  callers,
  failed,
}) => {
  const confirming = Object.entries(asks).filter(([name]) => name.startsWith('confirm'));
  const taking = Object.entries(callers).flatMap((caller) =>
    confirming.map((ask) => [...caller, ...ask] as const),
  );
  for (const [kind, make] of Object.entries(failed.taken)) {
    for (const [caller, headers, name, ask] of someOf(taking, 3)) {
      const answer = await ask(headers, await make());
      expect(answer, `${kind}, ${caller}, ${name}`).toEqual({ status: 'succeeded', code: null });
    }
  }
});

test('Input from the customer at confirmation charges a failed payment again', async ({
  api,
  asks,
  failed,
  shop,
}) => {
  const anApiKey = { 'api-key': shop.key };
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  const guest = failed.refused['a card that a guest typed'];
  expect(await asks.confirm(anApiKey, await guest(), card)).toEqual({ status: 'succeeded', code: null });
  const unsaved = { payment_method_data: { billing: { email: 'ada@example.com' } } };
  expect(await asks.confirm(anApiKey, await guest(), unsaved)).toMatchObject({ code: 'mandate_inactive' });

  const saved = failed.refused['a saved card without consent'];
  expect(await asks.confirm(anApiKey, await saved(), { card_cvc: '731' })).toMatchObject({
    status: 'succeeded',
  });
  const withSaved = await saved();
  const own = await api.get(`/payments/${withSaved}`);
  const named = { payment_method_id: own.body.payment_method_id };
  for (const given of [named, { ...named, off_session: true }, { off_session: true }]) {
    expect(await asks.confirm(anApiKey, withSaved, given)).toMatchObject({ code: 'mandate_inactive' });
  }
  const asserted = {
    ...{ off_session: true, setup_future_usage: 'off_session' },
    mandate_data: { customer_acceptance: { acceptance_type: 'offline' } },
  };
  expect(await asks.confirm(anApiKey, withSaved, asserted)).toMatchObject({ code: 'mandate_inactive' });

  // The customer's own client states their presence.
  const { client_secret } = own.body;
  const client = { 'api-key': shop.publishableKey };
  expect(await asks.confirm(client, withSaved, { client_secret })).toEqual({
    ...{ status: 'succeeded', code: null },
  });
});

test('No operation on a payment and no job starts another attempt after a failure', async ({
  asks,
  attemptsOf,
  failed,
  post,
  service,
  shop,
}) => {
  const id = await failed.refused['a card that a guest typed']();
  const headers = { 'api-key': shop.key };
  const ofPayment = operations.filter(
    ({ method, path }) => method !== 'get' && path.includes('{payment_id}'),
  );
  expect(ofPayment.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['updatePayment', 'confirmPayment', 'mailPaymentLink']),
  );
  // Exactly the confirming operations document a refusal without consent: any other belongs to the walks above.
  const confirming = operations.filter(({ problems, tag }) => {
    return tag === 'Payments' && problems?.includes('mandate_inactive');
  });
  expect(confirming.map(({ id }) => id).sort()).toEqual(['confirmPayment', 'createPayment', 'updatePayment']);
  for (const { example, path, method } of ofPayment) {
    const { payment_method_data: _, ...body } = { ...example?.body };
    const address = path.replace('{payment_id}', id).replaceAll(/\{\w+\}/g, 'none');
    if (method === 'post')
      for (const more of [{}, { confirm: true }]) await post(headers, address, { ...body, ...more });
    expect(await attemptsOf(id), path).toBe(1);
  }
  let mutations = 0;
  for (const { field } of mutationFields) {
    const type = getNamedType(field.args[0]!.type);
    const members = isInputObjectType(type) ? type.getFields() : {};
    if (!members.paymentId) continue;
    mutations += 1;
    const { input } = argumentsWith(field, (name, type) => {
      if (name === 'paymentId') return id;
      return type === 'Int' || type === 'Amount' ? 1 : type === 'Boolean' ? true : 'none';
    }) as { input: object };
    const query = `mutation ($input: ${type.name}!) { ${field.name}(input: $input) { userErrors { code } } }`;
    const confirming = members.confirm ? { confirm: true } : {};
    await post(headers, '/graphql', {
      query,
      variables: { input: { ...input, paymentId: id, ...confirming } },
    });
    expect(await attemptsOf(id), field.name).toBe(1);
  }
  expect(mutations).toBeGreaterThan(8);

  clockOffsetMs += HOUR_MS;
  const logger = pino({ level: 'silent' });
  for (const { name, run } of serviceTasks) {
    await run({ ...service.contextFor({ kind: 'admin_key' }, 'test'), job: name }, { logger });
    expect(await attemptsOf(id), name).toBe(1);
  }
  // It could have been charged all along.
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  expect(await asks.confirm(headers, id, card)).toMatchObject({ status: 'succeeded' });
});
