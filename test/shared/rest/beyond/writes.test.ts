import { expect } from 'vitest';
import { isResource, modifiedFieldOf, resourceOf } from '../../../../src/core/model/index.ts';
import { graphqlSchema } from '../../../../src/graphql/schema.ts';
import { takesBody } from '../../../../src/rest/operation.ts';
import { operations } from '../../../../src/rest/operations.ts';
import { restWritesBeyond, type WriteBeyond } from '../../faces/rest-writes-beyond.ts';

import { beyond, comparable, kinds, test } from './fixture.ts';

test('The tests of both APIs have requests for every write beyond the specification', () => {
  const writes = beyond.filter(({ byPersons, method }) => method !== 'get' && !byPersons).map(({ id }) => id);
  expect(restWritesBeyond.map(({ id }) => id).sort()).toEqual(writes.sort());
  expect(beyond.length).toBeGreaterThan(50);
});

test('Every GraphQL mutation for keys has a REST operation with its name and callers', () => {
  const mutations = Object.values(graphqlSchema().getMutationType()!.getFields()).filter(
    ({ description }) => !description!.includes('Takes the session of a person.'),
  );
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  expect(mutations.length).toBeGreaterThan(40);
  for (const { description, name } of mutations) {
    const evenIfSuspended = description!.includes('Also while the merchant is suspended.');
    expect([name, byId.get(name)?.evenIfSuspended ?? false]).toEqual([name, evenIfSuspended]);
    expect([name, byId.has(name)]).toEqual([name, true]);
  }
});

test.for(restWritesBeyond)(
  '$name returns the object as GraphQL shows it',
  async (write, { merchant, keyOf, client, twinOf }) => {
    const { response } = operations.find(({ id }) => id === write.id)!;
    const { input, path } = await write.prepare(merchant);
    const key = keyOf(write.admin ? 'admin_key' : 'api_key');
    const { status, body, text } = await client.request(write.method.toUpperCase(), path ?? pathOf(write), {
      key,
      ...(takesBody(operations.find(({ id }) => id === write.id)!) ? { body: input } : {}),
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    // A deleted object cannot be read again.
    if (
      /^(delete(ListEntry|ValueList|Note|Domain|ErrorMapping|WebhookEndpoint|ConnectorAccount|BusinessProfile|ReportSchedule)|deleteEphemeralKey|remove(FromBlocklist|Member|Operator))$/.test(
        write.id,
      )
    )
      return;
    const { marks = [], oneTime, target, view } = response;
    const secrets = Object.keys(oneTime?.members ?? {});
    for (const mark of marks) expect(body[mark]).toBe(true);
    const object = Object.fromEntries(
      Object.entries(body).filter(([name]) => !(secrets.includes(name) || marks.includes(name))),
    );
    for (const name of secrets) {
      expect(body[name]).toBe(body[oneTime!.name]);
      // Only the operator sees an invitation's link.
      if (write.id === 'inviteMember') expect(body[name]).toBeNull();
      else expect(body[name]).toMatch(/^[as]k_test_\w{43}$|^epk_\w{43}$|^whsec_[\w+/]{43}=$/);
    }
    // A result without an object cannot be read back; replay-webhooks.test.ts compares it.
    if (!isResource(target)) return;
    const twin = await twinOf(merchant, target, view, object[resourceOf(target).id] as string);
    // The response is built before the transaction sets one common time, its latest, on all changes.
    const changed = modifiedFieldOf(target);
    if (changed) expect(String(object[changed]) <= String(twin[changed])).toBe(true);
    const same = changed ? { [changed]: null } : {};
    expect(comparable({ ...object, ...same })).toEqual(comparable({ ...twin, ...same }));
  },
);

/** A path with an additional query parameter. */
const asking = (path: string, parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`;

const pathOf = ({ name }: WriteBeyond) => name.split(' ')[1]!;

const byAdmin = restWritesBeyond.filter(({ admin, id }) => {
  return !admin && operations.find((operation) => operation.id === id)!.keys.includes('admin_key');
});

test.for(byAdmin)(
  '$name also accepts the admin key with a merchant',
  async (write, { client, keyOf, merchant, stranger }) => {
    const { input, path = pathOf(write) } = await write.prepare(merchant);
    const send = (address: string, key: string) =>
      client.request(write.method.toUpperCase(), address, {
        key,
        ...(takesBody(operations.find(({ id }) => id === write.id)!) ? { body: input } : {}),
      });
    if (!write.namesNoMerchant) {
      const nameless = await send(path, keyOf('admin_key'));
      expect([nameless.status, nameless.body.error?.code, nameless.body.error?.param]).toEqual([
        400,
        'missing_parameter',
        'merchant_id',
      ]);
      const another = await send(asking(path, `merchant_id=${stranger.merchantId}`), keyOf('api_key'));
      expect([another.status, another.body.error?.param]).toEqual([404, 'merchant_id']);
    }
    const named = write.namesNoMerchant ? path : asking(path, `merchant_id=${merchant.merchantId}`);
    const { status, text } = await send(named, keyOf('admin_key'));
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  },
);

test.for(beyond)(
  '$method $path accepts exactly its documented kinds of key',
  async (operation, { client, keyOf }) => {
    const { byPersons, method, path } = operation;
    const keys = byPersons ? [] : operation.keys;
    const address = path.replace(/\{\w+\}/g, 'none');
    const body = method === 'post' ? { body: {} } : {};
    for (const kind of kinds) {
      const response = await client.request(method.toUpperCase(), address, { key: keyOf(kind), ...body });
      const isRefused = response.body.error?.code === 'wrong_key_kind';
      expect([kind, isRefused]).toEqual([kind, !keys.includes(kind)]);
    }
    expect((await client.request(method.toUpperCase(), address, body)).status).toBe(401);
  },
);
