import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../kit/database.ts';
import { mutate } from '../kit/mutate.ts';
import { scriptedConnector } from '../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../kit/scripted-shop.ts';
import { encodingsOf } from '../kit/secrets.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';
import { CVC, PAN, type Write } from './write.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const writes = [...restWrites, ...graphqlWrites];
let clockMs = Date.now();
let service: TestService;
/** Another instance of it, on the same database. */
let twin: TestService;
let shop: ScriptedShop;
let keys = 0;

beforeAll(async () => {
  const shared = {
    databaseUrl: await createDatabase(),
    encryptionKey: randomBytes(32),
    connectors: [scriptedConnector().connector],
    now: () => new Date(clockMs),
  };
  service = await startTestService(shared);
  // Each has an admin key of its own; what counts is that both know the same database.
  twin = await startTestService(shared);
  shop = await scriptedShop(service);
});

afterAll(async () => {
  await twin.close();
  await service.close();
});

const freshKey = () => `idem-${++keys}`;
const keyFor = ({ admin }: Write, at: TestService = service) => (admin ? at.adminApiKey : shop.key);

/** Every row that a write may have touched; what the service notes of keys and jobs by itself is none. */
async function state(): Promise<string> {
  const listed = `select table_name from information_schema.tables
                  where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`;
  const query = (text: string) => service.database.rows.query({ text, values: [] }, null);
  const texts: string[] = [];
  for (const { table_name: table } of await query(listed)) {
    const shown = table === 'api_keys' ? 't.key_id, t.revoked_at' : 't::text';
    const rows = await query(`select ${shown} as row from "${table}" t order by 1`);
    texts.push(`${table}\n${rows.map((row) => JSON.stringify(row)).join('\n')}`);
  }
  return texts.join('\n');
}

describe.each(writes)('$name, with an idempotency key,', (write) => {
  const send = (...[asked, key]: [Parameters<Write['send']>[2], string]) =>
    write.send(service, keyFor(write), asked, key);

  it('acts once and answers the same again', async () => {
    const asked = await write.ask(shop);
    const key = freshKey();
    const first = await send(asked, key);
    expect([first.code, first.replayed, first.code === null ? '' : first.text]).toEqual([null, false, '']);
    const after = await state();
    const again = await send(asked, key);
    // A secret that is shown once is in no later answer.
    const text = first.text.replace(/"secret":"[^"]+"/, '"secret":null');
    expect([again.code, again.replayed, again.text]).toEqual([null, true, text]);
    expect(await state()).toBe(after);
  });

  it('refuses the key for something else', async () => {
    const asked = await write.ask(shop);
    const key = freshKey();
    expect((await send(asked, key)).code).toBe(null);
    const after = await state();
    const other = asked.path === undefined ? {} : { path: asked.path };
    const { code, param, replayed } = await send({ ...other, input: asked.other }, key);
    expect([code, param, replayed]).toEqual(['idempotency_mismatch', 'Idempotency-Key', false]);
    expect(await state()).toBe(after);
  });

  it('keeps the key free when it was refused', async () => {
    const asked = await write.ask(shop);
    const key = freshKey();
    for (const { code, ...bad } of asked.refused) {
      const refusal = await send(bad, key);
      expect([refusal.code, refusal.replayed]).toEqual([code, false]);
    }
    const done = await send(asked, key);
    expect([done.code, done.replayed, done.code === null ? '' : done.text]).toEqual([null, false, '']);
  });

  it('acts once when twenty ask two instances at once', async () => {
    const asked = await write.ask(shop);
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const at = i % 2 ? service : twin;
        return write.send(at, keyFor(write, at), asked, key);
      }),
    );
    const done = answers.filter(({ code, replayed }) => code === null && !replayed);
    expect(done.length).toBe(1);
    const text = done[0]!.text.replace(/"secret":"[^"]+"/, '"secret":null');
    for (const answer of answers.filter((one) => one !== done[0])) {
      if (answer.code === null) expect(answer.text).toBe(text);
      else expect(answer.code).toBe('idempotency_in_progress');
    }
  });
});

describe('an idempotency key', () => {
  const names = async (at: ScriptedShop) => {
    const text = 'select count(*)::int as count from customers where merchant_id = $1';
    const [row] = await service.database.rows.query({ text, values: [at.merchantId] }, null);
    return row!.count as number;
  };

  it.each([restWrites[3]!, graphqlWrites.find(({ name }) => name === 'createCustomer')!])(
    "is a merchant's own, for $name",
    async (write) => {
      const other = await scriptedShop(service);
      const key = freshKey();
      const input = { name: 'Ann' };
      const [mine, theirs] = [await names(shop), await names(other)];
      const first = await write.send(service, shop.key, { input }, key);
      const second = await write.send(service, other.key, { input }, key);
      expect([first.replayed, second.replayed, second.code]).toEqual([false, false, null]);
      expect(second.text).not.toBe(first.text);
      expect([await names(shop), await names(other)]).toEqual([mine + 1, theirs + 1]);
    },
  );

  it.each([restWrites[3]!, graphqlWrites.find(({ name }) => name === 'createCustomer')!])(
    'is free after a day, not before, for $name',
    async (write) => {
      const key = freshKey();
      const before = await names(shop);
      const send = () => write.send(service, shop.key, { input: { name: 'Ann' } }, key);
      const first = await send();
      clockMs += DAY_MS - 1_000;
      expect([(await send()).replayed, await names(shop)]).toEqual([true, before + 1]);
      clockMs += 2_000;
      const later = await send();
      expect([later.code, later.replayed, await names(shop)]).toEqual([null, false, before + 2]);
      expect(later.text).not.toBe(first.text);
      expect((await send()).text).toBe(later.text);
    },
  );

  it('of one face is not that of the other', async () => {
    const key = freshKey();
    const input = { name: 'Ann' };
    expect((await restWrites[3]!.send(service, shop.key, { input }, key)).code).toBe(null);
    const { code } = await graphqlWrites
      .find(({ name }) => name === 'createCustomer')!
      .send(service, shop.key, { input }, key);
    expect(code).toBe('idempotency_mismatch');
  });

  it.each(['', 'with blank', 'ä', 'x'.repeat(256)])('is refused as %j by REST', async (key) => {
    const { code, param } = await restWrites[3]!.send(service, shop.key, { input: {} }, key);
    expect([code, param]).toEqual(['invalid_parameter', 'Idempotency-Key']);
  });

  it('leaves nothing secret behind', async () => {
    const idempotencyKey = freshKey();
    const { payload } = await mutate(
      service,
      shop.key,
      'createApiKey',
      { name: 'x', idempotencyKey },
      'secret',
    );
    const dump = async () => {
      const text = 'select t::text as row from idempotency_keys t';
      const rows = await service.database.rows.query({ text, values: [] }, null);
      return rows.map(({ row }) => String(row));
    };
    const secrets = `select client_secret from payments union select client_secret from payouts
                     union select publishable_key from merchant_accounts`;
    const found = await service.database.rows.query({ text: secrets, values: [] }, null);
    const lines = await dump();
    const kept = lines.join('\n');
    // All that was done above is there, in a form that says nothing.
    expect(lines.length).toBeGreaterThan(100);
    const all = [payload.secret, PAN, shop.key, ...found.map((row) => String(row.client_secret))];
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((secret) => encodingsOf(secret).some((form) => kept.includes(form)))).toEqual([]);
    // Too short to look for anywhere: it would be found by chance. It must not be there as a value.
    expect(kept).not.toContain(`"${CVC}"`);
  });
});
