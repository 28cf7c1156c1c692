import { isObjectType } from 'graphql';
import { expect } from 'vitest';
import { resourceClasses } from '../../../src/core/entities/resources.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
  isColumn,
  isResource,
  resourceOf,
} from '../../../src/core/model/index.ts';
import { PLAIN_NAMES, SECRET_NAMES } from '../../../src/core/model/masks.ts';
import { isFreeObject, type RestView, restValue } from '../../../src/core/model/rest-view.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { figure } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { mutate } from '../../kit/mutate.ts';
import { acceptsCards, cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { everythingSeen } from './everything-seen.ts';
import { merchantWithEverything } from './merchants.ts';
import { tracesIn, word } from './planted.ts';

const camelCased = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Each name in the list, in clients' spelling. */
const secretNames = SECRET_NAMES.flatMap((listed) => {
  const name = listed.replace('*', '');
  const forms = [name, name.toUpperCase(), camelCased(name), name.replaceAll('_', '-')];
  return listed.startsWith('*') ? [...forms, `walletx_${name}`, camelCased(`my_${name}`)] : forms;
});

/** Names of harmless values, next to secrets in an object. */
const plainNames = [
  ...[
    'auth_type',
    'display_name',
    'merchant_identifier',
    'initiative_context',
    'line1',
    'city',
    'note',
    'order',
  ],
  ...['tokenization', 'keyboard', 'public_key', 'authorization_id', 'secretary', 'passenger', 'api_keys_url'],
];
const PLAIN = 'shown whole';

/**
 * An object with a secret under each name: next to others, inside objects and lists, as a text, a number and an object.
 */
const withSecrets = (plain = PLAIN) => ({
  ...Object.fromEntries(secretNames.map((name) => [name, word()])),
  walletx: { session_token_data: Object.fromEntries(secretNames.map((name) => [name, { inner: [word()] }])) },
  accounts: [{ [secretNames[0]!]: word(), api_key: 4242998800000017 }],
  ...Object.fromEntries(plainNames.map((name) => [name, plain])),
});

/** The JSON fields of resources and all of their nested classes. */
function jsonFields(): { target: DescribedClass; field: FieldDescription }[] {
  const classes = new Set<DescribedClass>(resourceClasses);
  for (const target of classes) for (const field of fieldsOf(target)) if (field.of) classes.add(field.of());
  return [...classes].flatMap((target) =>
    fieldsOf(target)
      .filter(({ kind, visibility }) => /^json(_object)?$/.test(kind) && visibility !== 'nowhere')
      .map((field) => ({ target, field })),
  );
}

const named = ({ field, target }: { target: DescribedClass; field: FieldDescription }) =>
  `${target.name}.${field.name}`;

const views: readonly RestView[] = ['list', 'single', 'plain', 'event', 'full'];

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true, requestLog: 'all' as const }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  });

test('Every JSON field masks its secrets by name, over both APIs and in events, or states why not', ({
  task,
}) => {
  const schema = graphqlSchema();
  const whole: string[] = [];
  let shown = 0;
  for (const one of jsonFields()) {
    const { field, target } = one;
    if (field.shownWhole) whole.push(`${named(one)}: ${field.shownWhole}`);
    // A schema has no place for secrets, and a masked field is masked on decryption.
    if (!isFreeObject(field) || field.masked) continue;
    const value = withSecrets();
    for (const view of views) {
      const member = restValue(target, view, { [field.name]: value })[field.name];
      if (member === undefined || member === null) continue;
      shown += 1;
      expect([named(one), view, tracesIn(JSON.stringify(member))]).toEqual([named(one), view, []]);
      expect(member).toMatchObject(Object.fromEntries(plainNames.map((name) => [name, PLAIN])));
    }
    const type = schema.getType(target.name);
    const bound = isObjectType(type) ? type.getFields()[graphqlName(field)] : undefined;
    if (!bound) continue;
    shown += 1;
    const answer = bound.resolve!(
      { [field.name]: value },
      {},
      { budget: { takeValue: () => {} } } as never,
      {} as never,
    );
    expect([named(one), 'GraphQL', tracesIn(JSON.stringify(answer))]).toEqual([named(one), 'GraphQL', []]);
  }
  // A new field that returns secrets must be listed here.
  expect(whole.toSorted()).toEqual([
    'LoggedRequest.query: concealed',
    'LoggedRequest.request: concealed',
    'LoggedRequest.response: concealed',
    'NextAction.sdk_data: for_client',
  ]);
  expect(shown).toBeGreaterThan(40);
  figure(task, `${secretNames.length} names in ${jsonFields().length} fields of JSON, shown ${shown} times`);
});

test('Reading a free-form object of any table shows all of it except secrets', async ({ service, task }) => {
  const merchant = await merchantWithEverything(service, {
    word: 'bqxzmark8',
    suffix: 'bqxzshop',
    amount: 7654321,
  });
  const planted: string[] = [];
  for (const target of resourceClasses) {
    const { fields, reads, reach, table } = resourceOf(target);
    const own = fields.some(({ name }) => name === 'merchant_id');
    for (const field of fields) {
      const isPlanted = isFreeObject(field) && isColumn(field) && !field.encrypted && !field.inert;
      if (!isPlanted || !own || reads === null || reach === 'installation') continue;
      if (field.visibility === 'nowhere') continue;
      const marker = `plain ${table} ${field.name} value`;
      const text = `update "${table}" set "${field.name}" = $1 where merchant_id = $2`;
      const values = [JSON.stringify(withSecrets(marker)), merchant.merchantId];
      await service.database.rows.query({ text, values }, null);
      planted.push(marker);
    }
  }
  expect(planted.length).toBeGreaterThan(10);
  const ids = new Proxy<Record<string, string>>({}, { get: (_, name) => merchant.own(String(name)) });
  const nodes = resourceClasses.flatMap((target) => {
    const id = isResource(target) ? merchant.own(resourceOf(target).id) : undefined;
    return id ? [globalIdOf(target.name, merchant.merchantId, id)] : [];
  });
  const texts = await everythingSeen(service, merchant.apiKey, { ids, nodes });
  const leaks = texts.filter((text) => tracesIn(text).length > 0).map((text) => text.slice(0, 400));
  expect(leaks.slice(0, 5)).toEqual([]);
  const unseen = planted.filter((marker) => !texts.some((text) => text.includes(marker)));
  expect(unseen).toEqual([]);
  for (const line of service.logs) expect(tracesIn(line)).toEqual([]);
  figure(task, `${planted.length} columns in ${texts.length} answers`);
});

test("Secrets in a merchant's input appear in no response, event, webhook or log, and a mask sent back keeps them", async ({
  client,
  receiver,
  service,
}) => {
  const shop = await sandboxShop(service);
  const send = (path: string, body: object) => client.post(path, { key: shop.key, body });
  const seen: string[] = [];
  const accepted = async (answer: Promise<{ status: number; text: string; body: unknown }>) => {
    const { body, status, text } = await answer;
    expect([status, text]).toEqual([200, expect.any(String)]);
    seen.push(text);
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer, not what type it has.
    return body as any;
  };
  const stored = async (table: string, column: string, where: string, id: string) => {
    const text = `select "${column}" as value from "${table}" where "${where}" = $1`;
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    return row!.value as Record<string, never>;
  };
  await accepted(
    send(`/account/${shop.merchantId}/business_profile/${shop.profileId}`, {
      webhook_details: { webhook_url: receiver.url },
      payment_response_hash_key: 'key_of_responses_0123456789',
      outgoing_webhook_custom_http_headers: { 'accept-language': 'de', 'x-shop': word() },
    }),
  );
  const walletx = {
    session_token_data: {
      certificate_keys: word(),
      payment_processing_certificate_key: word(),
      display_name: PLAIN,
    },
  };
  const metadata = { api_key: word(), order: '17' };
  const payment = await accepted(
    send('/payments', {
      ...{ amount: 1000, currency: 'USD', profile_id: shop.profileId, metadata },
      ...{ connector_metadata: { walletx }, frm_metadata: { password: word(), order: '17' } },
    }),
  );
  const { connector_metadata: shown, payment_id: id } = payment;
  expect(shown.walletx.session_token_data).toMatchObject({
    certificate_keys: expect.stringMatching(/^qz\*+\d\d$/),
    display_name: PLAIN,
  });
  // REST replaces, and so does GraphQL: each with its shown value and one change.
  shown.walletx.session_token_data.display_name = 'changed';
  const back = { connector_metadata: shown, metadata: { ...payment.metadata, order: '18' } };
  await accepted(send(`/payments/${id}`, back));
  const { text } = await mutate(
    service,
    shop.key,
    'updatePayment',
    { paymentId: id, frmMetadata: payment.frm_metadata, connectorMetadata: shown },
    'payment { metadata frmMetadata connectorMetadata }',
  );
  seen.push(text);
  expect(await stored('payments', 'connector_metadata', 'payment_id', id)).toEqual({
    walletx: { session_token_data: { ...walletx.session_token_data, display_name: 'changed' } },
  });
  expect(await stored('payments', 'metadata', 'payment_id', id)).toEqual({ ...metadata, order: '18' });
  expect(tracesIn(JSON.stringify(await stored('payments', 'frm_metadata', 'payment_id', id)))).toHaveLength(
    1,
  );
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  await accepted(send(`/payments/${id}/confirm`, card));

  const secrets = { api_key: word(), nested: { password: word() } };
  const account = await accepted(
    send(`/accounts/${shop.merchantId}/connectors`, {
      ...{ connector_name: 'sandbox', connector_type: 'payment_processor', profile_id: shop.profileId },
      connector_account_details: {
        connector_account_details: { auth_type: 'HeaderKey', api_key: word(), account: 'shop' },
        metadata: { terminal: 'T1', access_token: word() },
      },
      payment_methods_enabled: acceptsCards,
      ...{ metadata: { ...secrets, city: 'Berlin' }, connector_wallets_details: { walletx } },
    }),
  );
  const accountId = account.merchant_connector_id;
  expect(account).toMatchObject({
    connector_account_details: {
      connector_account_details: { auth_type: 'HeaderKey', account: 'shop' },
      metadata: { terminal: 'T1' },
    },
    metadata: { city: 'Berlin' },
    connector_wallets_details: { walletx: { session_token_data: { display_name: PLAIN } } },
  });
  const { connector_account_details, connector_wallets_details, metadata: shownMetadata } = account;
  const path = `/accounts/${shop.merchantId}/connectors/${accountId}`;
  await accepted(
    send(path, {
      connector_account_details,
      connector_wallets_details,
      metadata: { ...shownMetadata, city: 'Bonn' },
    }),
  );
  expect(await stored('connector_accounts', 'metadata', 'merchant_connector_id', accountId)).toEqual({
    ...secrets,
    city: 'Bonn',
  });

  await expect
    .poll(() => receiver.arrivals.some(({ body }) => body.includes(id)), { timeout: 60_000 })
    .toBe(true);
  await service.requestLog.drain();
  for (const face of [
    `/payments/${id}`,
    '/payments/list',
    '/events',
    `/audit_log/${shop.merchantId}`,
    '/request_log',
  ])
    seen.push((await client.get(face, { key: shop.key })).text);
  const document =
    '{ payments(first: 5) { nodes { connectorMetadata metadata frmMetadata events { body } } } }';
  seen.push(
    await (
      await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'api-key': shop.key, 'content-type': 'application/json' },
        body: JSON.stringify({ query: document }),
      })
    ).text(),
  );
  expect(seen.flatMap(tracesIn)).toEqual([]);
  expect(seen.join('')).toContain('changed');
  for (const { body } of receiver.arrivals) expect(tracesIn(body)).toEqual([]);
  for (const line of service.logs) expect(tracesIn(line)).toEqual([]);
  const rows = await service.database.rows.query({ text: 'select body from events', values: [] }, null);
  expect(rows.length).toBeGreaterThan(0);
});

test('Names shown in full are never names of secrets', () => {
  expect(PLAIN_NAMES.filter((name) => secretNames.includes(name))).toEqual([]);
});
