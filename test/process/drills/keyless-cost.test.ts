import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import express, { type Router } from 'express';
import { getIntrospectionQuery } from 'graphql';
import { expect, test, vi } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { startTestService } from '../../kit/service.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';

/** The average processor time in milliseconds allowed for a request without a valid key. */
const BUDGET_MS = 5;
const REQUESTS = 10;
const WARM_UPS = 5;
/** How often a value above the budget is measured again: the minimum counts. */
const AGAIN = 3;

/**
 * Exceptions with their budgets in milliseconds. Per address and minute, 60 requests may sign in or reset a password,
 * and 30 may introspect with an unknown document.
 */
const limited: readonly (readonly [what: RegExp, budgetMs: number])[] = [
  [/ \/auth\/sign-in/, 25],
  // The response takes a quarter of a second, so the jobs of that time count too.
  [/ \/auth\/request-password-reset/, 60],
  // Most of it is the library's router.
  [/ \/auth\//, 10],
  [/with introspection.*, another/, 150],
];
const budgetOf = (what: string) => limited.find(([pattern]) => pattern.test(what))?.[1] ?? BUDGET_MS;

/** Endpoints of better-auth, which routes them itself. */
const signInPaths = [
  '/auth/get-session',
  '/auth/sign-in/email',
  '/auth/sign-out',
  '/auth/request-password-reset',
  '/auth/reset-password',
  '/auth/change-password',
  '/auth/verify-password',
  '/auth/two-factor/verify-totp',
  '/auth/two-factor/verify-backup-code',
  '/auth/passkey/generate-authenticate-options',
  '/auth/passkey/verify-authentication',
];

/** Every routed path of a service, with a value for each parameter. */
async function routedPaths(databaseUrl: string, encryptionKey: Buffer): Promise<string[]> {
  const add = vi.spyOn(express.Router.prototype as Router, 'route');
  const service = await startTestService({ databaseUrl, encryptionKey });
  const patterns = add.mock.calls.map(([pattern]) => String(pattern));
  add.mockRestore();
  await service.close();
  return [...new Set([...patterns, ...signInPaths])].map((pattern) => pattern.replace(/:\w+/g, 'x')).sort();
}

/**
 * The processor time of a process so far, in milliseconds, in the threads that serve requests. Password hashing threads
 * have lower priority and a separate limit.
 */
async function processorMs({ child }: ServiceProcess): Promise<number> {
  const folder = `/proc/${child.pid}/task`;
  const times = (await readdir(folder)).map(async (thread) => {
    const [stat, schedule] = await Promise.all(
      ['stat', 'schedstat'].map((file) => readFile(`${folder}/${thread}/${file}`, 'utf8').catch(() => '')),
    );
    const nice = Number(stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')[16]);
    return nice === 0 ? Number(schedule!.split(' ')[0]) / 1e6 : 0;
  });
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}

const members = Object.fromEntries(Array.from({ length: 4_500 }, (_, i) => [`member${i}`, 1]));
/** Bodies up to the size limit, by kind. */
const bodies: Readonly<Record<string, (n: number) => string>> = {
  'an empty object': () => '{}',
  'thousands of members': () => JSON.stringify(members),
  'lists nested as deep as may be': () => `{"a":${'['.repeat(95)}${']'.repeat(95)}}`,
  'no JSON': () => 'x'.repeat(60_000),
  'a sign-in': (n) => JSON.stringify({ email: `nobody${n}@example.com`, password: 'not the password' }),
};
const documents: Readonly<Record<string, (n: number) => string>> = {
  'a query': () => '{ payments { nodes { paymentId } } }',
  'a document nested thousands of levels': () => `${'{ a '.repeat(9_000)}${'}'.repeat(9_000)}`,
  introspection: () => getIntrospectionQuery(),
  'introspection, another document each time': (n) => `# ${n}\n${getIntrospectionQuery()}`,
  'introspection of one type, another each time': (n) => `{ a${n}: __type(name: "Payment") { name } }`,
};

test('No route spends more processor time than its budget on a request without a valid key', {
  timeout: 1_800_000,
}, async ({ task }) => {
  const [databaseUrl, encryptionKey] = [await createDatabase(), randomBytes(32)];
  const paths = await routedPaths(databaseUrl, encryptionKey);
  expect(paths.length).toBeGreaterThan(80);
  const service = await startProcess({
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    NODE_ENV: 'production',
    SWITCHYARD_ENV: 'test',
    // The limits per address would respond instead of the routes.
    TRUST_PROXY: '1',
    PUBLIC_DOCS: 'true',
  });
  let asked = 0;
  const ask = async (path: string, body: string | null, key: string | null) => {
    const n = asked++;
    const response = await fetch(service.url + path, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
        ...(key === null ? {} : { 'api-key': key }),
        ...(body === null ? {} : { 'content-type': 'application/json', origin: 'http://localhost:8080' }),
      },
      ...(body === null ? {} : { body }),
    });
    await response.arrayBuffer();
    expect(response.status).not.toBe(500);
  };
  const measured: { what: string; ms: number }[] = [];
  const measure = async (what: string, path: string, make: ((n: number) => string) | null) => {
    for (const key of [null, 'sk_test_nobodys']) {
      for (let n = 0; n < WARM_UPS; n++) await ask(path, make?.(asked) ?? null, key);
      const round = async () => {
        const before = await processorMs(service);
        for (let n = 0; n < REQUESTS; n++) await ask(path, make?.(asked) ?? null, key);
        return ((await processorMs(service)) - before) / REQUESTS;
      };
      let ms = await round();
      // Other programs and garbage collection only add to it.
      for (let again = 0; ms > budgetOf(what) && again < AGAIN; again++) ms = Math.min(ms, await round());
      measured.push({ what: `${what}${key === null ? '' : ', with a key that is none'}`, ms });
    }
  };
  try {
    for (const path of paths) {
      await measure(`GET ${path}`, path, null);
      for (const [name, make] of Object.entries(bodies))
        await measure(`POST ${path} with ${name}`, path, make);
    }
    for (const [name, make] of Object.entries(documents)) {
      const body = (n: number) => JSON.stringify({ query: make(n) });
      await measure(`POST /graphql with ${name}`, '/graphql', body);
    }
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
  measured.sort((a, b) => b.ms - a.ms);
  const [worst] = measured.filter(({ what }) => budgetOf(what) === BUDGET_MS);
  const ofOthers = limited.map(([pattern]) => measured.find(({ what }) => pattern.test(what))!);
  figure(
    task,
    `${paths.length} paths, ${asked} requests; the worst ${worst!.ms.toFixed(1)} ms: ${worst!.what}; ` +
      `by their own budgets: ${ofOthers.map(({ ms, what }) => `${ms.toFixed(1)} ms ${what}`).join('; ')}`,
  );
  expect(measured.filter(({ ms, what }) => ms > budgetOf(what))).toEqual([]);
});
