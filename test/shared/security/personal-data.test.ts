import { getNamedType } from 'graphql';
import { expect } from 'vitest';
import { Customer } from '../../../src/core/entities/customer.ts';
import { Dispute } from '../../../src/core/entities/dispute.ts';
import { Mandate } from '../../../src/core/entities/mandate.ts';
import { MerchantAccount } from '../../../src/core/entities/merchant-account.ts';
import { Note } from '../../../src/core/entities/note.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../../src/core/entities/payment-method.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { Contact } from '../../../src/core/entities/values/contact.ts';
import { allPermissions, type Permission, roles } from '../../../src/core/foundation/permissions.ts';
import {
  allResources,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
  isList,
} from '../../../src/core/model/index.ts';
import { maskPersonalText } from '../../../src/core/reads/personal-data.ts';
import { figure, someOf } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { graphql } from '../../kit/graphql.ts';
import type { Values } from '../../kit/insert.ts';
import { mutate } from '../../kit/mutate.ts';
import { seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect } from '../graphql/subscriptions/live.ts';
import { everythingSeen, TERMS } from './everything-seen.ts';
import { schema } from './graphql-fields.ts';

const WORD = /zqperson\d{4}/g;
let words = 0;
const word = () => {
  words += 1;
  return `zqperson${String(words).padStart(4, '0')}`;
};
const wordsIn = (text: string): string[] => [...new Set(text.match(WORD) ?? [])];

const isNested = ({ kind, of }: FieldDescription) => kind === 'object' && of !== undefined;

/** Values for every personal text of a class, including nested ones, except those never shown in full. */
function planted(target: DescribedClass, isInput = false): Values {
  const values: Values = {};
  for (const field of fieldsOf(target)) {
    if (isNested(field)) {
      const nested = planted(field.of!(), isInput);
      if (Object.keys(nested).length > 0) values[field.name] = nested;
    } else if (field.personal && field.kind === 'text' && !field.masked) {
      if (isInput && field.format && field.format !== 'email') continue;
      values[field.name] = field.format === 'email' ? `${word()}@example.com` : `${word()} ${word()}`;
    }
  }
  return values;
}

/** A merchant whose objects have a marker word in every personal field. */
async function personalShop(service: TestService) {
  const used = new Set<string>();
  const use = (values: Values): Values => {
    for (const one of wordsIn(JSON.stringify(values))) used.add(one);
    return values;
  };
  const shop = await seedMerchant(service, use(planted(MerchantAccount)));
  const account = await shop.connector();
  const customer = await shop.customer(use(planted(Customer)));
  const method = await shop.paymentMethod(customer, use(planted(PaymentMethod)));
  const paying = { customer_id: customer, payment_method_id: method, profile_id: shop.profileId };
  const payment = await shop.payment({
    ...use(planted(Payment)),
    ...paying,
    merchant_connector_id: account,
    status: 'requires_payment_method',
    amount_received: 0,
  });
  const mandate = await shop.mandate(payment, customer, method, use(planted(Mandate)));
  const payout = await shop.payout({
    ...use(planted(Payout)),
    customer_id: customer,
    status: 'requires_confirmation',
  });
  const note = await shop.note(payment, use(planted(Note)));
  const dispute = await shop.dispute(payment, {
    ...use(planted(Dispute)),
    merchant_connector_id: account,
    profile_id: shop.profileId,
  });
  // These are changed over the API, which records events of them.
  const send = async (path: string, body: object) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'api-key': shop.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { payment_id: string; payout_id: string };
  };
  await send(`/disputes/${dispute}/evidence/draft`, use({ evidence: word() }));
  const terms = { amount: 100, currency: 'USD' };
  const { payment_method_data: _, ...given } = planted(Payment, true);
  await send('/payments', { ...terms, ...use(given) });
  const { payout_id: ended } = await send('/payouts', { ...terms, billing: use(planted(Contact, true)) });
  await send(`/payouts/${ended}/cancel`, {});
  const listed = await fetch(`${service.url}/events`, { headers: { 'api-key': shop.key } });
  const { data } = (await listed.json()) as { data: { event_id: string }[] };
  const events = data.map(({ event_id: id }) => id);
  expect(events).toHaveLength(2);
  const delivery = await shop.webhookDelivery(events[0]!);
  const ids: Readonly<Record<string, string>> = {
    payment_id: payment,
    payout_id: payout,
    customer_id: customer,
    payment_method_id: method,
    method_id: method,
    mandate_id: mandate,
    note_id: note,
    dispute_id: dispute,
    event_id: events[0]!,
    delivery_id: delivery,
    merchant_id: shop.merchantId,
    account_id: shop.merchantId,
    profile_id: shop.profileId,
    connector_id: account,
    merchant_connector_id: account,
  };
  const nodes = Object.entries({
    Payment: payment,
    Payout: payout,
    Customer: customer,
    PaymentMethod: method,
    Mandate: mandate,
    Note: note,
    Dispute: dispute,
  }).map(([type, id]) => globalIdOf(type, shop.merchantId, id));
  const ofEvents = events.map((id) => globalIdOf('Event', shop.merchantId, id));
  return {
    ...shop,
    used,
    ids,
    nodes: [...nodes, ...ofEvents, globalIdOf('MerchantAccount', shop.merchantId)],
  };
}

const without = (...left: Permission[]) => allPermissions.filter((permission) => !left.includes(permission));

const test = base.extend('personal', { scope: 'file' }, ({ service }) => personalShop(service));

test.afterEach(() => closeAll());

test('No personal value reaches a caller without personal_data:read through any read', async ({
  personal,
  service,
  task,
}) => {
  const all = personal.used.size;
  const control = await everythingSeen(service, personal.key, personal);
  const shown = new Set(control.flatMap(wordsIn));
  expect(shown.size).toBe(all);
  const restricted = {
    analyst: roles.analyst,
    'everything else': without('personal_data:read'),
  };
  let answers = 0;
  for (const [who, held] of someOf(Object.entries(restricted).toReversed(), 1)) {
    const texts = await everythingSeen(service, await personal.apiKey({ permissions: held }), personal);
    answers += texts.length;
    expect([who, [...new Set(texts.flatMap(wordsIn))]]).toEqual([who, []]);
    // They were executed for objects, not refused.
    expect(texts.filter((text) => text.includes('z•••')).length).toBeGreaterThan(20);
  }
  figure(task, `0 of ${all} personal values in ${answers} answers; all of them with an unrestricted key`);
});

test('Input from a caller without personal_data:read is stored in full and returned masked', async ({
  personal,
  service,
}) => {
  const key = await personal.apiKey({ permissions: without('personal_data:read') });
  const { ids } = personal;
  const send = async (path: string, body: object) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const name = `${word()} ${word()}`;
  const input = { amount: 100, currency: 'USD', customer_id: ids.customer_id, profile_id: ids.profile_id };
  const answers = [
    await send(`/customers/${ids.customer_id}`, { name }),
    await send('/payments', { ...input, description: 'copied' }),
    await send(`/payments/${ids.payment_id}`, { description: 'changed' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const mutated = await mutate(
    service,
    key,
    'updateCustomer',
    { customerId: ids.customer_id, metadata: { tier: 'gold' } },
    'customer { name email phone }',
  );
  expect(mutated.payload.customer.name).toBe(maskPersonalText(name, false));
  expect([...answers.map(({ text }) => text), mutated.text].flatMap(wordsIn)).toEqual([]);

  const document = `{ customer(customerId: "${ids.customer_id}") { name payments { description name events { body } } } }`;
  const { data } = await graphql(service, personal.key, document);
  const copied = data.customer.payments.find((one: { description: string }) => one.description === 'copied');
  expect([data.customer.name, copied.name]).toEqual([name, name]);
  expect(copied.events.every(({ body }: { body: string }) => body.includes(name))).toBe(true);
});

test('A client secret or ephemeral key obtained without personal_data:read opens no data masked for its caller', async ({
  personal,
  service,
  task,
}) => {
  const { ids, merchantId, publishableKey } = personal;
  const held = { developer: roles.developer, 'everything else': without('personal_data:read') };
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2030',
    card_cvc: '123',
  };
  let answers = 0;
  // An account that accepts cards, so that saved ones are offered.
  await personal.connector({
    test_mode: true,
    payment_methods_enabled: [
      { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
    ],
  });
  const saved = {
    customer_id: ids.customer_id,
    payment_method: 'card',
    card: { ...card, card_cvc: undefined, card_holder_name: `${word()} ${word()}`, nick_name: word() },
  };
  await fetch(`${service.url}/payment_methods`, {
    method: 'POST',
    headers: { 'api-key': personal.key, 'content-type': 'application/json' },
    body: JSON.stringify(saved),
  }).then(async (response) =>
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]),
  );
  for (const [who, permissions] of Object.entries(held)) {
    const key = await personal.apiKey({ permissions });
    const send = async (as: string, method: string, path: string, body?: object) => {
      const headers = { 'api-key': as, 'content-type': 'application/json' };
      const sent = body ? { body: JSON.stringify(body) } : {};
      const response = await fetch(service.url + path, { method, headers, ...sent });
      const text = await response.text();
      answers += 1;
      expect([who, path, response.status, wordsIn(text)]).toEqual([who, path, 200, []]);
      return JSON.parse(text);
    };
    // Others' payments appear nowhere: neither in reads, nor in responses to changes.
    const seen = await everythingSeen(service, key, personal);
    const changed = await send(key, 'POST', `/payments/${ids.payment_id}`, { description: 'mine' });
    const secret = 'payment { clientSecret }';
    const input = { paymentId: ids.payment_id!, description: 'mine' };
    const mutated = await mutate(service, key, 'updatePayment', input, secret);
    const texts = [...seen, JSON.stringify(changed), mutated.text].join('');
    expect([who, texts.match(/pay_\w+?_secret_(?!masked_)\w{20}/g) ?? []]).toEqual([who, []]);
    expect(mutated.payload.payment.clientSecret).toBe('•••');

    const terms = {
      amount: 100,
      currency: 'USD',
      customer_id: ids.customer_id,
      profile_id: ids.profile_id,
    };
    const { client_secret, ephemeral_key, payment_id } = await send(key, 'POST', '/payments', terms);
    expect(client_secret).toMatch(/_secret_masked_\w{20}$/);
    expect(ephemeral_key.secret).toMatch(/^epk_masked_\w{43}$/);
    const own = `/payments/${payment_id}`;
    const opened = [
      await send(publishableKey, 'GET', `${own}?client_secret=${client_secret}`),
      await send(ephemeral_key.secret, 'GET', own),
      await send(ephemeral_key.secret, 'GET', `/customers/${ids.customer_id}/payment_methods?${TERMS}`),
    ];
    expect(opened[2].customer_payment_methods.length).toBeGreaterThan(0);
    for (const [as, clientSecret] of [
      [publishableKey, client_secret],
      [ephemeral_key.secret, null],
    ]) {
      const document = `query ($clientSecret: String) { payment(paymentId: "${payment_id}", clientSecret: $clientSecret) { billing { email } shipping { email } paymentMethodData { card { cardHolderName } } } }`;
      const { data, text } = await graphql(service, as, document, { clientSecret });
      expect([who, data.payment === null, wordsIn(text)]).toEqual([who, false, []]);
    }
    const methods = await graphql(
      service,
      ephemeral_key.secret,
      '{ paymentMethods { nodes { card { cardHolderName nickName } } } }',
    );
    expect(methods.data.paymentMethods.nodes.length).toBeGreaterThan(0);
    expect(wordsIn(methods.text)).toEqual([]);
    // Even with values from an unrestricted key, it shows them masked.
    const billing = planted(Contact, true);
    await fetch(service.url + own, {
      method: 'POST',
      headers: { 'api-key': personal.key, 'content-type': 'application/json' },
      body: JSON.stringify({ billing }),
    });
    const confirmation = { client_secret, payment_method: 'card', payment_method_data: { card } };
    const confirmed = await send(publishableKey, 'POST', `${own}/confirm`, confirmation);
    expect(confirmed.status).toBe('succeeded');
    expect(JSON.stringify(confirmed.billing)).toContain('z•••');
    // The customer's own page, opened with an unrestricted key's secret, shows everything.
    const whole = await fetch(`${service.url}/payments`, {
      method: 'POST',
      headers: { 'api-key': personal.key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...terms, billing }),
    });
    const { client_secret: shows, payment_id: another } = (await whole.json()) as Record<string, string>;
    const url = `${service.url}/payments/${another}?client_secret=${shows}`;
    const page = await (await fetch(url, { headers: { 'api-key': publishableKey } })).text();
    expect(wordsIn(page).length).toBeGreaterThan(3);
  }
  figure(task, `0 personal values in ${answers} answers, of merchant ${merchantId.slice(0, 3)}_…`);
});

test('A subscription shows personal data masked', async ({ personal, service }) => {
  const { data } = await graphql(service, personal.key, '{ updatesCursor }');
  const key = await personal.apiKey({ permissions: roles.analyst });
  const client = await connect(service, key);
  const live = client.subscribe(
    'subscription ($after: String) { paymentUpdated(after: $after) { payment { name email billing { email } } } }',
    { after: data.updatesCursor },
  );
  const input = { paymentId: personal.ids.payment_id, metadata: { changed: true } };
  await mutate(service, personal.key, 'updatePayment', input, 'payment { status }');
  await live.until((received) => received.length > 0);
  expect(live.received[0].paymentUpdated.payment.email).toBe('z•••@example.com');
  expect(wordsIn(JSON.stringify(live.received))).toEqual([]);
});

test('A caller cannot find or sort objects by personal data that it sees masked', async ({
  personal,
  service,
  task,
}) => {
  const key = await personal.apiKey({ permissions: without('personal_data:read') });
  const asked: [string, Record<string, unknown>, string][] = [];
  for (const { fields, table, target } of allResources()) {
    const many = table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const personalFields = fields.filter((field) => field.personal && !isList(field));
    const filters = personalFields
      .filter(({ filter }) => filter)
      .map((field) => ({ [graphqlName(field)]: { eq: 'a@example.com' } }));
    const type = schema.getQueryType()!.getFields()[many];
    for (const filter of filters) {
      expect(getNamedType(type!.type).name).toBe(`${target.name}Connection`);
      const document = `query ($filter: ${target.name}Filter) { ${many}(filter: $filter) { nodes { id } totalCount } }`;
      for (const one of [filter, { not: filter }, { or: [filter] }])
        asked.push([document, { filter: one }, many]);
      const stats = `${many.replace(/s$/, '')}Stats`;
      if (stats in schema.getQueryType()!.getFields()) {
        const counted = `query ($filter: ${target.name}StatsFilter) { ${stats}(filter: $filter) { count } }`;
        const takes = schema.getType(`${target.name}StatsFilter`);
        if (takes && Object.keys(filter)[0]! in (takes as never as { getFields(): object }).getFields()) {
          asked.push([counted, { filter }, stats]);
        }
      }
    }
  }
  for (const [document, variables, what] of asked) {
    const { errors } = await graphql(service, key, document, variables);
    expect([what, errors[0]?.extensions.code]).toEqual([what, 'not_permitted']);
    expect(errors[0]!.message).toContain('personal_data:read');
  }
  const path = '/customers?email=a@example.com';
  const response = await fetch(service.url + path, { headers: { 'api-key': key } });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect([response.status, error.code]).toEqual([403, 'not_permitted']);
  expect(error.message).toContain('personal_data:read');
  expect(asked.length).toBeGreaterThan(5);
  figure(task, `${asked.length + 1} requests refused`);
});

test('A search by masked personal data finds nothing, but other searches find the objects', async ({
  personal,
  service,
}) => {
  const masked = await personal.apiKey({ permissions: without('personal_data:read') });
  const lists = ['payments', 'payouts', 'customers', 'paymentMethods', 'mandates'] as const;
  const ofList = { payments: 'payment', payouts: 'payout', customers: 'customer' } as const;
  const listed = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { 'api-key': masked } });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: unknown[] }).data;
  };
  const counts = async (key: string, search: string) => {
    const found: Record<string, number[]> = {};
    for (const list of lists) {
      const of = (filter: string) =>
        `${list}(filter: ${filter}) { nodes { id } count(limit: 50) { count } totalCount }`;
      const document = `query ($search: String) {
        plain: ${of('{ search: $search }')} or: ${of('{ or: [{ search: $search }] }')}
        not: ${of('{ not: { search: $search } }')} }`;
      const { data, errors } = await graphql(service, key, document, { search });
      expect([list, errors]).toEqual([list, []]);
      found[list] = [data.plain, data.or, data.not].map(({ count, nodes, totalCount }) => {
        expect([count.count, totalCount]).toEqual([nodes.length, nodes.length]);
        return nodes.length;
      });
    }
    return found;
  };
  const [seen, hidden] = [await counts(personal.key, 'zqperson'), await counts(masked, 'zqperson')];
  const searched = lists.filter((list) => seen[list]![0]! > 0);
  expect(searched).toEqual(expect.arrayContaining(['payments', 'customers']));
  for (const list of searched) {
    const all = seen[list]![0]! + seen[list]![2]!;
    expect([list, hidden[list]]).toEqual([list, [0, 0, all]]);
  }
  for (const [list, noun] of Object.entries(ofList)) {
    const id = personal.ids[`${noun}_id`]!;
    expect((await counts(masked, id))[list]!.slice(0, 2)).toEqual([1, 1]);
    expect(await listed(`/${list}?search=${id}`)).toHaveLength(1);
    expect(await listed(`/${list}?search=zqperson`)).toEqual([]);
  }
});

test('A mask shows the beginning of a text, and masking it again changes nothing', () => {
  expect(maskPersonalText('Ada Lovelace', false)).toBe('A••• L•••');
  expect(maskPersonalText('ada@example.com', true)).toBe('a•••@example.com');
  expect(maskPersonalText('  ', false)).toBe('•••');
  for (const text of ['Ada Lovelace', '12 Main Street Apartment 9', '203.0.113.7']) {
    const once = maskPersonalText(text, false);
    expect(maskPersonalText(once, false)).toBe(once);
  }
});
