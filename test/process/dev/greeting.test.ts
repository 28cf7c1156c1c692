import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Holdings, welcome } from '../../../src/dev/banner.ts';
import { keepDemoKey, keptDemoKeys } from '../../../src/dev/demo-keys.ts';
import { holdingsOf } from '../../../src/dev/greet.ts';
import { prettyLine } from '../../../src/dev/pretty-log.ts';
import type { TestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-greeting-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bannerOf = ({ adminApiKey, url }: TestService, holdings: Holdings) =>
  welcome({ url, adminApiKey, holdings });

/** Runs a banner's commands that call the service in a shell; returns their output. */
async function paste(banner: string, key = ''): Promise<string> {
  const commands = banner.match(/^ {2}curl (?:.*\\\n)?.*$/gm)!;
  const { stdout } = await promisify(execFile)('bash', ['-c', commands.join('\n')], {
    env: { ...process.env, KEY: key },
  });
  return stdout;
}

const secretIn = (output: string) => /"secret":"(sk_test_\w+)"/.exec(output)?.[1];

test('The banner distinguishes an empty database, a merchant without keys, one with keys, and known keys', async ({
  service,
}) => {
  const { database, url } = service;
  expect(await holdingsOf(database, [])).toEqual({ kind: 'empty' });
  const empty = bannerOf(service, { kind: 'empty' });
  expect(empty).toContain('The database is empty');
  const made = await paste(empty);
  const apiKey = secretIn(made)!;
  expect(made).toContain('"merchant_id":"shop"');
  expect(apiKey).toBeDefined();

  const others = await holdingsOf(database, ['sk_test_of_another_database']);
  expect(others).toEqual({ kind: 'unknown', merchantId: 'shop', hasKey: true });
  expect(bannerOf(service, others)).toMatch(
    /has merchants, such as shop\. Its API keys cannot be shown again/,
  );
  const second = secretIn(await paste(bannerOf(service, others)))!;
  expect(second).not.toBe(apiKey);

  const known = await holdingsOf(database, ['sk_test_of_another_database', second]);
  expect(known).toMatchObject({
    kind: 'known',
    merchant: { merchantId: 'shop', apiKey: second, publishableKey: expect.stringMatching(/^pk_test_/) },
  });
  expect(await paste(bannerOf(service, known))).toContain('"totalCount":0');
  expect(await paste(bannerOf(service, others), apiKey)).toContain('"totalCount":0');

  await database.rows.query({ text: 'update api_keys set revoked_at = now()', values: [] }, null);
  const keyless = await holdingsOf(database, [second]);
  expect(keyless).toEqual({ kind: 'unknown', merchantId: 'shop', hasKey: false });
  expect(bannerOf(service, keyless)).toContain('the merchant shop, which has no valid API key');
  const third = secretIn(await paste(bannerOf(service, keyless)))!;
  const listed = await fetch(`${url}/payments/list?limit=1`, { headers: { 'api-key': third } });
  expect(listed.status).toBe(200);
});

test('Demo keys are kept in order, and only their owner can read them', async () => {
  expect(await keptDemoKeys(folder)).toEqual([]);
  await keepDemoKey(folder, 'sk_test_1');
  await keepDemoKey(folder, 'sk_test_2');
  expect(await keptDemoKeys(folder)).toEqual(['sk_test_1', 'sk_test_2']);
  expect((await stat(join(folder, 'demo.keys'))).mode & 0o777).toBe(0o600);
});

test('On a terminal, each request is logged in one short line', () => {
  const request = {
    method: 'GET',
    route: '/payments/list',
    status: 200,
    duration_ms: 12,
    key_kind: 'api_key',
  };
  const ids = { merchant_id: 'demo', request_id: 'req_1' };
  expect(prettyLine({ ...request, ...ids, msg: 'answered' })).toBe(
    'GET /payments/list 200 in 12 ms · demo req_1',
  );
  expect(prettyLine({ ...request, route: null, msg: 'broken off', request_id: 'req_1' })).toBe(
    'GET unknown path 200 in 12 ms (broken off) · req_1',
  );
  const refused = {
    ...request,
    method: 'POST',
    route: '/graphql',
    operation: 'PayNow',
    code: 'unexpected_state',
  };
  expect(prettyLine({ ...refused, ...ids, msg: 'answered' })).toBe(
    'POST /graphql PayNow 200 unexpected_state in 12 ms · demo req_1',
  );
  expect(prettyLine({ msg: 'stopping' })).toBe('stopping');
});
