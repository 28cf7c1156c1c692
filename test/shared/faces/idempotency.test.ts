import { expect, vi } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import { operations } from '../../../src/rest/operations.ts';
import { ownerUrl } from '../../kit/database.ts';
import { budget, someOf } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../kit/scripted-shop.ts';
import { encodingsOf } from '../../kit/secrets.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';
import { restWritesBeyond } from './rest-writes-beyond.ts';
import { CVC, PAN, type Write, type WriteRequest } from './write.ts';

/** A request's log line. */
interface LogLine {
  readonly msg: string;
  readonly operation?: string;
  readonly commands?: readonly string[];
  readonly objects: readonly { readonly type: string; readonly id: string }[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const everyWrite = [...restWrites, ...restWritesBeyond, ...graphqlWrites];
/**
 * REST operations beyond the specification run the commands of the same-named mutations, and all REST operations share
 * one handler: the mutation tests the command.
 */
const everyCommand = [...restWrites, ...graphqlWrites];
const customerCreations = [restWrites[3]!, graphqlWrites.find(({ name }) => name === 'createCustomer')!];
const refundCreations = everyCommand.filter(({ name }) => /^(POST \/refunds|createRefund)$/.test(name));

let clockMs = Date.now();
let keys = 0;
const freshKey = () => `idem-${++keys}`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [scriptedConnector().connector],
    now: () => new Date(clockMs),
  }))
  /** The merchant of all tests. The last test inspects everything stored under their idempotency keys. */
  .extend('merchant', { scope: 'file' }, ({ service }) => scriptedShop(service))
  .extend('keyFor', { scope: 'file' }, ({ merchant }) => {
    return ({ admin }: Write, at: TestService) => (admin ? at.adminApiKey : merchant.key);
  })
  .extend('send', { scope: 'file' }, ({ keyFor, service }) => {
    return (
      write: Write,
      request: Pick<WriteRequest, 'path' | 'input'>,
      idempotencyKey: string,
      place?: 'input' | 'header',
    ) => write.send(service, keyFor(write, service), request, idempotencyKey, place);
  })
  /** The row count and hash of each table: of all that a write can change, except background updates. */
  .extend('state', { scope: 'file' }, async ({ service }) => {
    const query = (text: string) => service.database.rows.query({ text, values: [] }, null);
    const tables = await query(`select table_name from information_schema.tables
      where table_schema = 'public' and table_name <> 'processes' and table_type = 'BASE TABLE' order by table_name`);
    const hashes = tables.map(({ table_name: table }) => {
      const row = table === 'api_keys' ? 'concat(t.key_id, t.revoked_at)' : 't::text';
      return `select '${table}' as table, count(*)::int as rows, sum(hashtextextended(${row}, 0))::text as hash from "${table}" t`;
    });
    return () => query(hashes.join(' union all '));
  })
  /** Finds the log line of a write's next request. */
  .extend('lineOf', { scope: 'file' }, ({ service }) => ({ name }: Write) => {
    const before = service.logs.length;
    const operation = operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === name)?.id;
    const isIt = ({ commands, ...line }: LogLine) =>
      operation === undefined ? commands?.join() === name : line.operation === operation;
    return () =>
      vi.waitFor(
        () => {
          const lines = service.logs.slice(before).map((text) => JSON.parse(text) as LogLine);
          const line = lines.find((entry) => entry.msg === 'answered' && isIt(entry));
          expect(line, lines.map((each) => JSON.stringify(each)).join('\n')).toBeDefined();
          return line!;
        },
        { timeout: 60_000 },
      );
  })
  .extend('customerCount', { scope: 'file' }, ({ service }) => async ({ merchantId }: ScriptedShop) => {
    const text = 'select count(*)::int as count from customers where merchant_id = $1';
    const [row] = await service.database.rows.query<{ count: number }>({ text, values: [merchantId] }, null);
    return row!.count;
  });

/** A response as replayed: without a secret returned only once, unlike a hosted page's link. */
const replayable = (text: string) =>
  text
    .replace(/"(secret|link)":"(?!https?:[^"]*\/(?:collect|pay|receive)\/)[^"]+"/, '"$1":null')
    .replace(/"api_key":"sk_[^"]+"/, '"api_key":null');

test.for(everyWrite)(
  '$name acts once per idempotency key at every process, then replays its response; the log names its object',
  async (write, { lineOf, merchant, send, state }) => {
    const request = await write.prepare(merchant);
    const key = freshKey();
    const findLine = lineOf(write);
    const first = await send(write, request, key);
    expect([first.code, first.replayed, first.code === null ? '' : first.text]).toEqual([null, false, '']);
    const after = await state();
    const again = await send(write, request, key, 'header');
    expect([again.code, again.replayed, again.text]).toEqual([null, true, replayable(first.text)]);
    expect(await state()).toEqual(after);
    const line = await findLine();
    expect(line).toMatchObject({ request_id: expect.any(String), code: null });
    // The line names the requested or returned object, and contains only names.
    const known = `${request.path} ${JSON.stringify(request.input)} ${first.text}`;
    // An error mapping is identified by its error.
    const isIt = ({ id, type }: LogLine['objects'][number]) => known.includes(id) || type === 'error_mapping';
    // An evaluation has no object, all notifications have many, and a blocklist entry is identified differently.
    if (/evaluate|three_ds_decision|blocklist|notifications\/read$|allNotifications/i.test(write.name))
      return;
    expect(line.objects?.filter(isIt)).toSatisfy((its) => its?.length > 0);
    for (const object of line.objects) {
      for (const [name, value] of Object.entries(object)) {
        expect(['type', 'id', 'status', 'error_code', 'unified_code']).toContain(name);
        expect(value).toMatch(/^[\w-]{1,64}$/);
      }
    }
  },
);

test.for(someOf(everyCommand, 20))(
  '$name rejects an idempotency key used for a different request',
  async (write, { merchant, send, state }) => {
    const request = await write.prepare(merchant);
    const key = freshKey();
    expect((await send(write, request, key)).code).toBe(null);
    const after = await state();
    const other = request.otherPath ?? request.path;
    const path = other === undefined ? {} : { path: other };
    const { code, param, replayed } = await send(write, { ...path, input: request.otherInput }, key);
    expect([code, param, replayed]).toEqual(['idempotency_mismatch', 'Idempotency-Key', false]);
    expect(await state()).toEqual(after);
  },
);

test.for(someOf(everyCommand, 20))(
  '$name accepts an idempotency key again after rejected requests',
  async (write, { merchant, send }) => {
    const request = await write.prepare(merchant);
    const key = freshKey();
    for (const { code, ...rejected } of request.rejected) {
      const response = await send(write, rejected, key);
      expect([response.code, response.replayed]).toEqual([code, false]);
    }
    const last = await send(write, request, key);
    expect([last.code, last.replayed, last.code === null ? '' : last.text]).toEqual([null, false, '']);
  },
);

test.for(someOf(everyCommand, 12))(
  '$name acts once for twenty concurrent requests to two processes',
  async (write, { keyFor, merchant, secondService, service }) => {
    const request = await write.prepare(merchant);
    const key = freshKey();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const at = i % 2 ? service : secondService;
        return write.send(at, keyFor(write, at), request, key);
      }),
    );
    const executed = responses.filter(({ code, replayed }) => code === null && !replayed);
    expect(executed.length).toBe(1);
    const text = replayable(executed[0]!.text);
    for (const response of responses.filter((one) => one !== executed[0])) {
      if (response.code === null) expect(response.text).toBe(text);
      else expect(response.code).toBe('idempotency_in_progress');
    }
  },
);

test.for([...customerCreations, ...refundCreations])(
  '$name is refused while another transaction holds its idempotency key',
  async (write, { merchant, send, service }) => {
    const [first, second] = [freshKey(), freshKey()];
    const request = await write.prepare(merchant);
    expect((await send(write, await write.prepare(merchant), first)).code).toBe(null);
    await withSession(ownerUrl(service.database.url), async (holder) => {
      await holder.query("begin; set local switchyard.merchant_id = '*'");
      const { rows } = await holder.query('select merchant_id, scope from idempotency_keys where key = $1', [
        first,
      ]);
      const path = ['idempotency', rows[0].merchant_id, rows[0].scope, second];
      await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify(path)]);
      expect(await send(write, request, second)).toMatchObject({ code: 'idempotency_in_progress' });
      await holder.query('commit');
    });
    expect(await send(write, request, second)).toMatchObject({ code: null, replayed: false });
  },
);

test.for(customerCreations)(
  'Two merchants may use the same idempotency key for $name',
  async (write, { customerCount, merchant, service }) => {
    const other = await scriptedShop(service);
    const key = freshKey();
    const input = { name: 'Ann' };
    const before = [await customerCount(merchant), await customerCount(other)] as const;
    const first = await write.send(service, merchant.key, { input }, key);
    const second = await write.send(service, other.key, { input }, key);
    expect([first.replayed, second.replayed, second.code]).toEqual([false, false, null]);
    expect(second.text).not.toBe(first.text);
    expect([await customerCount(merchant), await customerCount(other)]).toEqual([
      before[0] + 1,
      before[1] + 1,
    ]);
  },
);

test.for(customerCreations)(
  'An idempotency key of $name expires after a day, not before',
  async (write, { customerCount, merchant, service }) => {
    const key = freshKey();
    const before = await customerCount(merchant);
    const send = () => write.send(service, merchant.key, { input: { name: 'Ann' } }, key);
    const first = await send();
    clockMs += DAY_MS - 1_000;
    expect([(await send()).replayed, await customerCount(merchant)]).toEqual([true, before + 1]);
    clockMs += 2_000;
    const later = await send();
    expect([later.code, later.replayed, await customerCount(merchant)]).toEqual([null, false, before + 2]);
    expect(later.text).not.toBe(first.text);
    expect((await send()).text).toBe(later.text);
  },
);

test('An idempotency key used over REST is a mismatch over GraphQL', async ({ merchant, service }) => {
  const key = freshKey();
  const [overRest, overGraphql] = customerCreations as [Write, Write];
  const input = { name: 'Ann' };
  expect((await overRest.send(service, merchant.key, { input }, key)).code).toBe(null);
  const { code } = await overGraphql.send(service, merchant.key, { input }, key);
  expect(code).toBe('idempotency_mismatch');
});

test.for(['', 'with blank', 'ä', 'x'.repeat(256)])(
  'The REST API rejects the idempotency key %j',
  async (key, { merchant, service }) => {
    const { code, param } = await customerCreations[0]!.send(service, merchant.key, { input: {} }, key);
    expect([code, param]).toEqual(['invalid_parameter', 'Idempotency-Key']);
  },
);

test('Stored idempotent responses contain no secrets in clear', async ({ merchant, service }) => {
  const idempotencyKey = freshKey();
  const input = { name: 'x', idempotencyKey };
  const { payload } = await mutate(service, merchant.key, 'createApiKey', input, 'secret');
  const text = 'select t::text as row from idempotency_keys t';
  const rows = await service.database.rows.query<{ row: string }>({ text, values: [] }, null);
  const secrets = `select client_secret from payments union select client_secret from payouts
                   union select publishable_key from merchant_accounts`;
  const found = await service.database.rows.query({ text: secrets, values: [] }, null);
  const stored = rows.map(({ row }) => row).join('\n');
  // The rows of all previous tests exist.
  expect(rows.length).toBeGreaterThan(budget(100, 60));
  const all = [payload.secret, PAN, merchant.key, ...found.map((row) => String(row.client_secret))];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((secret) => encodingsOf(secret).some((form) => stored.includes(form)))).toEqual([]);
  // Too short to search for, since it would occur by chance: it must not be stored as a value.
  expect(stored).not.toContain(`"${CVC}"`);
});
