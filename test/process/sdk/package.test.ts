import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { version } from '../../../src/config/version.ts';
import { signatureHeaders } from '../../../src/core/webhooks/compose.ts';
import { freePort } from '../../kit/free-port.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'deploy/packages/node');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

/** The README's examples, by file. */
const readme = await readFile(path.join(source, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file, text]) => [file!, text!] as const,
);

/** Declarations that the examples omit. */
const further = `
import { Switchyard, SwitchyardError } from '@switchyard/node';
const waits: number[] = [];
const { SWITCHYARD_KEY = '', SWITCHYARD_URL = '' } = process.env;
const sleep = async (milliseconds: number) => waits.push(milliseconds);
const switchyard = new Switchyard(SWITCHYARD_KEY, { baseUrl: SWITCHYARD_URL, sleep });

// The first attempt is refused.
const { payment_id, status } = await switchyard.createPayment({ body: { amount: 100, currency: 'USD' } });
for (const amount of [101, 102, 103]) await switchyard.createPayment({ body: { amount, currency: 'USD' } });
const query = { limit: 2 };
const listed = await Array.fromAsync(switchyard.each('listAllPayments', { query }));
const ofSpecification = await Array.fromAsync(switchyard.each('listPayments', { query }));
const caught = (error: unknown) => error;
const refused = await switchyard.capturePayment({ path: { payment_id }, body: { amount: 1 } }).catch(caught);
// @ts-expect-error: the compiler knows the names of parameters.
const misspelt = await switchyard.createPayment({ body: { amout: 1, currency: 'USD' } }).catch(caught);
if (!(refused instanceof SwitchyardError) || !(misspelt instanceof SwitchyardError)) throw refused;
// @ts-expect-error: it knows the codes of errors too.
if (refused.code === 'unexpected_stat') throw refused;
// And the forms of routing, in requests and in responses.
const place = { account_id: 'm', profile_id: 'p' };
export const route = async () => {
  const conditions = [{ field: 'amount' as const, comparison: 'greater_than' as const, value: 10_000 }];
  const data = { rules: [{ conditions, connectors: [{ merchant_connector_id: 'mca_1' }] }], default: ['sandbox'] };
  const body = { routing_algorithm: { type: 'advanced' as const, data } };
  const { routing_algorithm: shown } = await switchyard.updateBusinessProfile({ path: place, body });
  // @ts-expect-error: a misspelt account.
  await switchyard.updateBusinessProfile({ path: place, body: { routing_algorithm: { type: 'single', data: { conector: 'a' } } } });
  // @ts-expect-error: an amount is no text.
  await switchyard.updateBusinessProfile({ path: place, body: { routing_algorithm: { type: 'advanced', data: { rules: [{ conditions: [{ field: 'amount', comparison: 'equal', value: 'a' }], connectors: ['a'] }] } } } });
  // @ts-expect-error: rules or a default.
  await switchyard.updateBusinessProfile({ path: place, body: { routing_algorithm: { type: 'advanced', data: {} } } });
  return shown?.type === 'volume_split' ? shown.data.map(({ split }) => split) : [];
};
const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
const path = { payment_id };
await switchyard.confirmPayment({ path, body: { payment_method: 'card', payment_method_data: { card } } });
const shown = await switchyard.retrievePayment({ path });
const attempts = 'attempts' in shown ? shown.attempts : null;
process.stdout.write(JSON.stringify({
  waits,
  clients: attempts?.map(({ client_source, client_version }) => [client_source, client_version]),
  status,
  listed: listed.map(({ amount }) => amount),
  ofSpecification: ofSpecification.map(({ amount }) => amount),
  refused: [refused.status, refused.type, refused.code, refused.requestId],
  misspelt: misspelt.errors.map(({ param }) => param),
}));
`;

/** A separate project with the packed package installed. */
const test = base.extend(
  'project',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-node-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    await run(process.execPath, [path.join(root, 'deploy/packages/build.js'), 'node']);
    const npm = (...args: string[]) => run('npm', [...args, '--ignore-scripts'], { cwd: folder });
    const { stdout } = await npm('pack', source, '--json');
    const [{ filename, files }] = JSON.parse(stdout) as [
      { filename: string; files: readonly { path: string }[] },
    ];
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await npm('install', '--offline', `./${filename}`);
    await symlink(path.join(root, 'node_modules/@types'), path.join(folder, 'node_modules/@types'));
    const settings = {
      // All options of strict projects, including checks of the package's declarations.
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, skipLibCheck: false },
      ...{ target: 'ES2024', lib: ['ES2025', 'ESNext.Array'], module: 'NodeNext', types: ['node'] },
      ...{ outDir: 'out', rootDir: '.' },
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings }));
    for (const [file, text] of [...examples, ['further.ts', further] as const]) {
      await writeFile(path.join(folder, file), text);
    }
    const checked = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
    return { folder, complaints: checked.stdout, files: files.map((file) => file.path) };
  },
);

/** Proxies requests to a service, but refuses the first, and records idempotency keys. */
async function refusingOnce(to: string) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length === 1) {
      const error = { type: 'api', code: 'overloaded', message: 'Later.', param: null, request_id: 'req_1' };
      response.writeHead(503, { 'retry-after': '1' }).end(JSON.stringify({ error }));
      return;
    }
    const { method, headers, url } = request;
    const passed = httpRequest(to + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { keys, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('The packed package contains its code and types and has no dependencies', async ({ project }) => {
  expect(project.files).toEqual(expect.arrayContaining(['README.md', 'dist/index.d.ts', 'dist/index.js']));
  expect(
    project.files.filter((file) => !/^(dist\/.+\.(js|d\.ts)|README\.md|package\.json)$/.test(file)),
  ).toEqual([]);
  const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const own = await read('deploy/packages/node/package.json');
  expect(own.version).toBe((await read('package.json')).version);
  expect(own).not.toHaveProperty('dependencies');
});

test('A strict project that installs the package takes a payment with it', async ({ project, service }) => {
  expect(project.complaints).toBe('');
  const shop = await sandboxShop(service);
  const proxy = await refusingOnce(service.url);
  const follow = async (program: string, url: string) => {
    const env = { PATH: process.env.PATH, SWITCHYARD_KEY: shop.key, SWITCHYARD_URL: url };
    const { stdout } = await run(process.execPath, [`out/${program}.js`], { cwd: project.folder, env });
    return stdout;
  };
  try {
    expect(JSON.parse(await follow('further', `${proxy.url}/`))).toEqual({
      waits: [1_000],
      clients: [['switchyard-node', version]],
      status: 'requires_payment_method',
      listed: [103, 102, 101, 100],
      ofSpecification: [103, 102, 101, 100],
      refused: [409, 'conflict', 'unexpected_state', expect.stringMatching(/^req_/)],
      misspelt: expect.arrayContaining(['amout']),
    });
    const [first, second, ...others] = proxy.keys;
    expect([first, typeof first]).toEqual([second, 'string']);
    expect(others).not.toContain(first);
  } finally {
    proxy.close();
  }
  // The examples, verbatim.
  expect(await follow('payment', service.url)).toBe('partially_captured_and_capturable succeeded\n');
  expect(await follow('errors', service.url)).toMatch(/^404 resource_not_found req_\w+\n$/);
  const lines = (await follow('lists', service.url)).trim().split('\n');
  expect(lines.map((line) => line.split(' ').at(-1))).toEqual([
    '4900',
    '103',
    '102',
    '101',
    '100',
    expect.any(String),
  ]);
});

test("The README's receiver accepts a webhook with a valid signature and refuses another", async ({
  project,
}) => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: 'shared', PORT: String(port) };
  const receiver = spawn(process.execPath, ['out/webhooks.js'], { cwd: project.folder, env });
  try {
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('listening');
    const content = { type: 'payment_details', object: { payment_id: 'pay_1' } };
    const body = JSON.stringify({ event_id: 'evt_1', event_type: 'payment_succeeded', content });
    const headers = signatureHeaders([Buffer.from('shared')], { eventId: 'evt_1', at: new Date(), body });
    const post = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status;
    expect(await post(`${body} `)).toBe(400);
    expect(await post(body)).toBe(200);
    expect((await lines.next()).value).toBe('paid pay_1');
  } finally {
    receiver.kill();
  }
});
