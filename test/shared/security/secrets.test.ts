import { getNamedType, isInputObjectType } from 'graphql';
import { expect } from 'vitest';
import { operations } from '../../../src/rest/operations.ts';
import { asJsonText } from '../../kit/csv.ts';
import { budget, figure, isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { type Asked, inParallel } from './asking.ts';
import { schema } from './graphql-fields.ts';
import { misplacedRequests } from './malformed.ts';
import { merchantWithEverything } from './merchants.ts';
import { CVC, tracesIn, word } from './planted.ts';
import { AMERICAN_EXPRESS, type Place, type PlantedRequest, plantedRequests } from './planted-requests.ts';
import { onlyRefused, shownByContract } from './shown.ts';
import { dumpOf, textsOf, type Written } from './written.ts';

/** Every field of an input that holds text. */
const textInputs = (): string[] =>
  Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => /^(String|JSON|ID)$/.test(getNamedType(field.type).name))
        .map(({ name }) => `${type.name}.${name}`),
    );

const TIMEOUT_MS = 600_000;

/** An ordinary run uses the first request that plants something in a field, and all of a secret's. */
function someOfEachField(requests: readonly PlantedRequest[]): readonly PlantedRequest[] {
  const taken = new Map<string, number>();
  return requests.filter(({ place }) => {
    const times = (taken.get(place.declaredAs) ?? 0) + 1;
    taken.set(place.declaredAs, times);
    return isFullRun || place.isSecret || times === 1;
  });
}

const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true, requestLog: 'all' as const }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  });

test('No card number, code, key or secret sent by a caller is written anywhere, in any field', {
  timeout: TIMEOUT_MS,
}, async ({ receiver, service, shared, task }) => {
  const merchant = await merchantWithEverything(service, {
    word: 'aqxzmark7',
    suffix: 'aqxzshop',
    amount: 1234567,
  });
  const note = 'plainnote77';
  const places = new Map<string, Place>();
  const finds: string[] = [];
  const accepted = new Set<string>();
  const refused = new Map<string, string>();
  let asked = 0;

  const reported = new Set<string>();
  const report = (where: string, found: string, text: string) => {
    const position = places.get(found)?.position ?? 'a misplaced value';
    const summary = `${where.replace(/^answer to \S+ .*? (?=data|\w+$)/, 'answer ')}: ${position}`;
    if (reported.has(summary)) return;
    reported.add(summary);
    finds.push(`${where}: ${found} of ${position} in ${text.slice(0, 160)}`);
  };
  /** No planted value may occur in a text. */
  const expectNothing = (where: string, text: string) => {
    for (const found of tracesIn(text))
      report(where, found, text.slice(Math.max(0, text.indexOf(found) - 80)));
  };
  /** A planted value may occur in the field it was sent for, unless it is a secret. */
  const expectOwn = (where: string, written: readonly Written[]) => {
    for (const { path, text } of written) {
      // PostgreSQL numbers transactions, and reaches any code eventually.
      if (path.join('.').endsWith('updates.transaction_id')) continue;
      for (const found of tracesIn(text)) {
        const place = places.get(found);
        if (place && !place.isSecret && path.some((name) => place.fields.test(plain(name)))) continue;
        const at = `${where} ${path.join('.')}`;
        if (!shownByContract.some(({ where: some }) => some.test(at))) report(at, found, text);
      }
    }
  };

  const send = async (request: Asked, key: string | null) => {
    const response = await fetch(service.url + request.path, {
      method: request.method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { 'api-key': key }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.method === 'GET' || request.body === undefined ? {} : { body: request.body }),
    });
    const text = asJsonText(response.headers, await response.text());
    asked += 1;
    expect(response.status, `${request.position}: ${text}`).toBeLessThan(500);
    const where = `answer to ${request.operation} ${request.position}`;
    for (const [name, value] of response.headers) expectNothing(`${where}, header ${name}`, value);
    const isRefused = response.status !== 200 || /"(userErrors|errors)":\[\{/.test(text);
    // This refusal names the merchant's connector accounts by their labels, which people may read.
    const refusal = text.replace(/No connector account can process this \w+: [^"]*/, '');
    if (isRefused) expectNothing(where, refusal);
    else expectOwn(where, textsOf(JSON.parse(text), []));
    return isRefused ? text : null;
  };

  const { accepting, requests: made } = await plantedRequests(service, merchant, receiver.url, budget(4, 1));
  const requests = someOfEachField(made);
  // Objects that others need go last.
  const endsOthers = ({ place }: PlantedRequest) =>
    /\/suspend|^delete(ConnectorAccount|BusinessProfile) /.test(place.position);
  const plant = async ({ isAdmins, make, place, value }: PlantedRequest) => {
    for (const trace of tracesIn(value)) places.set(trace, place);
    const refusal = await send(await make(), isAdmins ? service.adminApiKey : merchant.apiKey);
    if (refusal === null) accepted.add(place.declaredAs);
    else refused.set(place.declaredAs, refusal.slice(0, 300));
  };
  await inParallel(
    requests.filter((request) => !endsOthers(request)),
    plant,
  );
  await inParallel(requests.filter(endsOthers), plant);
  const paths = operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'nothing'));
  await inParallel(
    misplacedRequests(isFullRun ? paths : paths.slice(0, 4)),
    async ({ asked: one, keyed }) => {
      await send(one, keyed ? merchant.apiKey : null);
    },
  );

  const toResume = { merchantId: merchant.merchantId };
  await mutate(service, service.adminApiKey, 'resumeMerchantAccount', toResume, 'merchantAccount { id }');

  // Harmless values appear everywhere: the search would find them.
  const input = { amount: 1000, currency: 'USD', profileId: accepting, description: note, confirm: true };
  const card = { cardNumber: AMERICAN_EXPRESS, cardExpMonth: '12', cardExpYear: '2039', cardCvc: CVC };
  const { text: control } = await mutate(
    service,
    merchant.apiKey,
    'createPayment',
    { ...input, paymentMethodData: { card } },
    'payment { description status }',
  );
  expect(control).toContain(note);
  await expect
    .poll(() => receiver.arrivals.some(({ body }) => body.includes(note)), { timeout: 60_000 })
    .toBe(true);

  await service.requestLog.drain();
  const dump = await dumpOf(shared.databaseUrl);
  const has = (table: string) => dump.some(({ path, text }) => path[0] === table && text.includes(note));
  expect([has('public.payments'), has('public.events')]).toEqual([true, true]);
  // A key's log contains every request with its input.
  const logged = dump.filter(({ path }) => path[0] === 'public.request_log' && path[1] === 'request_id');
  expect(logged.length).toBeGreaterThan(requests.length / 2);
  expectOwn('dump', dump);
  for (const { body, headers, path } of receiver.arrivals) {
    expectOwn('webhook', textsOf(JSON.parse(body), ['webhook']));
    const { authorization: _, 'x-of-the-merchant': __, ...others } = headers;
    expectNothing('webhook', path + JSON.stringify(others));
  }
  for (const line of service.logs) expectNothing('log', line);
  for (const path of ['/health/live', '/health/ready']) {
    expectNothing(path, await (await fetch(service.url + path)).text());
  }
  expect(finds.slice(0, 60)).toEqual([]);

  const tried = new Set(requests.map(({ place }) => place.declaredAs));
  expect(textInputs().filter((declaredAs) => !tried.has(declaredAs))).toEqual([]);
  // A secret that is only ever refused proves nothing about its storage.
  const secrets = new Set(requests.flatMap(({ place }) => (place.isSecret ? [place.declaredAs] : [])));
  const isExcused = (name: string) => onlyRefused.some(({ places: some }) => some.test(name));
  const never = [...secrets].filter((name) => !accepted.has(name) && !isExcused(name));
  expect(never.map((name) => [name, refused.get(name)])).toEqual([]);
  figure(
    task,
    `${finds.length} finds of ${places.size} planted values in ${asked} answers, ${service.logs.length} log lines, ${dump.length} stored values and ${receiver.arrivals.length} webhooks (${accepted.size} of ${tried.size} fields took one)`,
  );
});

test('The search finds planted values in every encoding that it knows', () => {
  const secret = word();
  for (const text of [
    secret,
    Buffer.from(secret).toString('hex'),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')),
    '4242 9988 0000 0017',
    '4242-9988-0000-0017',
    `"card_cvc":"${CVC}"`,
  ]) {
    expect(tracesIn(`x ${text} y`), text).toHaveLength(1);
  }
  expect(tracesIn('4242424242424242 secret')).toEqual([]);
});
