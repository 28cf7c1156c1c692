import { isInputObjectType, isObjectType } from 'graphql';
import { expect, inject } from 'vitest';
import { operations } from '../../../src/rest/operations.ts';
import { createDatabase } from '../../kit/database.ts';
import { followDerived } from '../../kit/derived.ts';
import { budget, figure, isFullRun, someOf } from '../../kit/figure.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { type Asked, ask, type KeyKind, keyKinds } from './asking.ts';
import { attack, castOf, foreignValues, type Outcome, viewOf } from './attack.ts';
import { foreignRequest, graphqlPositions, subjectOf, takesIdentifier } from './graphql-attempts.ts';
import { mutationFields, queryFields, schema } from './graphql-fields.ts';
import { merchantWithEverything } from './merchants.ts';
import { restPositions, restRequest } from './rest-attempts.ts';
import { rowsOf } from './rows-of.ts';
import { ignored, unanswered } from './uncovered.ts';
import { type Removed, withoutFilters } from './without-filters.ts';

/** For a machine with other users. */
const TIMEOUT_MS = 600_000;
const values = isFullRun ? 4 : 1;
/** The kinds of key that pass authentication. In a short run, those accepted by most operations. */
const accepted: readonly KeyKind[] = isFullRun
  ? ['secret', 'publishable', 'ephemeral', 'client secret']
  : ['secret'];
/** An ordinary run tests each guard alone at every n-th position. */
const oneOf = budget(1, 8);

/** The suite exceeds the limit of wrong keys and secrets. */
const rateLimits = { balanceChecks: 0, clientSecrets: 0, refusedKeys: 0, testWebhooks: 0 };
/** Filled as a partition is dropped or a vendor's token is deleted; the queues, which jobs have emptied; the installation's. */
const filledLater = [
  'audit_anchors',
  'database_identity',
  'search_changes',
  'stats_changes',
  'vendor_deletions',
];

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ rateLimits }))
  .extend('cast', { scope: 'file' }, ({ service }) => castOf(service))
  .extend('views', { scope: 'file' }, async ({ cast, service }) => ({
    own: await viewOf(service, cast.attacker),
    victim: await viewOf(service, cast.victim),
    // Every run searches for its marker words.
    twin: isFullRun ? await viewOf(service, cast.twin) : null,
  }))
  .extend('given', { scope: 'file' }, () => new Set<string>())
  /** Every attempt with every kind of key, and the others' rows before and after. */
  .extend('attempted', { scope: 'file' }, async ({ cast, given, service, views }) => {
    const others = [cast.victim.merchantId, cast.twin.merchantId];
    await followDerived(service);
    const before = await rowsOf(service.database, others);
    const outcome = await attack(service, cast, views, {
      keys: keyKinds,
      values,
      given,
      everyKey: isFullRun,
    });
    return { outcome, before, after: await rowsOf(service.database, others) };
  })
  /** Another process on the same data, with fewer guards. */
  .extend(
    'weakened',
    ({ shared }, { onCleanup }) =>
      async (options: TestServiceOptions): Promise<TestService> => {
        const service = await startTestService({ ...shared, rateLimits, ...options });
        onCleanup(() => service.close());
        return service;
      },
  );

const summary = ({ attempts, leaks, operations: asked }: Outcome, keys: number) =>
  `${leaks.length} leaks in ${attempts} attempts (${operations.length} REST operations, ${asked.size - operations.length} GraphQL fields, ${keys} kinds of key)`;

/** The database's address for a role that bypasses row-level security. */
function superuserUrl(url: string): string {
  const superuser = new URL(inject('superuserUrl'));
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}

test('A merchant reaches nothing of another, with any identifier, operation, field or key', {
  timeout: TIMEOUT_MS,
}, ({ attempted: { after, before, outcome }, task }) => {
  expect(outcome.leaks).toEqual([]);
  expect(outcome.failures).toEqual([]);
  expect(after).toEqual(before);
  figure(task, summary(outcome, keyKinds.length));
});

test("Every operation, field, argument and input with an identifier was tested with another merchant's", {
  timeout: TIMEOUT_MS,
}, ({ attempted: { before, outcome }, task, views }) => {
  const empty = Object.keys(before).filter((table) => before[table]!.rows === 0);
  expect(empty).toEqual(filledLater);
  const asked = new Set([
    ...operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...[...queryFields, ...mutationFields].map(({ field }) => field.name),
  ]);
  expect([...asked].filter((name) => !outcome.operations.has(name))).toEqual([]);

  const positions = [...outcome.positions].join('\n');
  const unasked: string[] = [];
  const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
  for (const type of types) {
    if (!isInputObjectType(type)) continue;
    for (const { name, type: of } of Object.values(type.getFields())) {
      const declaredAs = `${type.name}.${name}`;
      const scalar = String(of).replaceAll(/[[\]!]/g, '');
      if (!takesIdentifier({ declaredAs, path: [name], type: scalar, isList: false })) continue;
      if (!positions.includes(` ${declaredAs} at `)) unasked.push(declaredAs);
    }
  }
  expect(unasked).toEqual([]);

  const isExcused = (field: string) => unanswered.some(({ fields }) => fields.test(field));
  const seen = new Set([...views.own.fields, ...outcome.fields]);
  const declared = types
    .filter(isObjectType)
    .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(declared.filter((field) => !seen.has(field) && !isExcused(field))).toEqual([]);
  expect(declared.filter((field) => seen.has(field) && isExcused(field))).toEqual([]);

  const excused = (position: string) => ignored.some(({ positions: some }) => some.test(position));
  expect([...outcome.ignored].filter(([position]) => !excused(position))).toEqual([]);
  figure(task, `${outcome.positions.size} positions, ${seen.size} of ${declared.length} fields answered`);
});

test("Another merchant's identifier gets the same response as an unknown one", {
  timeout: TIMEOUT_MS,
}, async ({ cast: { victim }, service, task, views }) => {
  // Another attacker, which has stored none of these identifiers.
  const attacker = await merchantWithEverything(service, {
    word: 'dqxzmark7',
    suffix: 'dqxznewcomer',
    amount: 2345678,
  });
  const candidates = foreignValues(views, victim, 1);
  const nobodys = (value: string): string => {
    // A global identifier is the base64 of the object's type, merchant and identifier.
    const decoded = Buffer.from(value, 'base64url').toString();
    if (decoded.startsWith('["')) return Buffer.from(nobodys(decoded)).toString('base64url');
    const other = value.replaceAll(victim.suffix, 'zqxznobod').replaceAll(victim.word, 'zqxznobod');
    return other === value ? `${value.slice(0, -6)}ZZZZZZ` : other;
  };
  const answerTo = async (asked: Asked) => {
    const { status, text } = await ask(service.url, attacker.apiKey, asked);
    return [
      status,
      ...[...text.matchAll(/"(?:code|param)":(?:"[^"]*"|null)/g)].map(([found]) => found),
    ].join();
  };
  const different: string[] = [];
  let compared = 0;
  const compare = async (name: string, theirs: Asked, nobodysOwn: Asked) => {
    compared += 1;
    const [one, other] = [await answerTo(theirs), await answerTo(nobodysOwn)];
    if (one !== other) different.push(`${name}: ${one}, but ${other}`);
  };
  const fields = graphqlPositions.filter(({ position }) => position.type === 'ID');
  for (const at of someOf(fields, 80)) {
    const { declaredAs } = at.position;
    const name = declaredAs === 'CustomerSummaryInput.id' ? 'customerId' : subjectOf(at.position);
    const [value] = candidates(at.root.field.name, name, false);
    const theirs = await foreignRequest(at, attacker, value, false);
    await compare(
      `${theirs.operation} ${theirs.position}`,
      theirs,
      await foreignRequest(at, attacker, nobodys(String(value)), false),
    );
  }
  const places = restPositions.filter(({ kind, place }) => kind === 'id' && place !== 'header');
  for (const at of someOf(places, 40)) {
    const name = at.path.join('.') === 'customer.id' ? 'customer_id' : at.path.at(-1)!;
    const [value] = candidates(at.operation.id, name, false);
    const theirs = await restRequest(at.operation, attacker, at, value);
    await compare(
      `${theirs.operation} ${theirs.position}`,
      theirs,
      await restRequest(at.operation, attacker, at, nobodys(String(value))),
    );
  }
  expect(different).toEqual([]);
  figure(task, `${different.length} differences in ${compared} pairs of requests`);
});

test("Row-level security keeps merchants apart even without the application's conditions", {
  timeout: TIMEOUT_MS,
}, async ({ cast, given, task, views, weakened }) => {
  const removed: Removed = { conditions: 0 };
  const service = await weakened({ replaceDatabase: (database) => withoutFilters(database, removed) });
  const others = [cast.victim.merchantId, cast.twin.merchantId];
  const before = await rowsOf(service.database, others);
  const outcome = await attack(service, cast, views, { keys: accepted, values, given, oneOf });
  expect(outcome.leaks).toEqual([]);
  expect(await rowsOf(service.database, others)).toEqual(before);
  expect(removed.conditions).toBeGreaterThan(outcome.attempts / 2);
  figure(task, `${summary(outcome, accepted.length)}; ${removed.conditions} conditions removed`);
});

test("The application's conditions keep merchants apart even without row-level security", {
  timeout: TIMEOUT_MS,
}, async ({ cast, given, shared, task, views, weakened }) => {
  const service = await weakened({ databaseUrl: superuserUrl(shared.databaseUrl) });
  const others = [cast.victim.merchantId, cast.twin.merchantId];
  const before = await rowsOf(service.database, others);
  const outcome = await attack(service, cast, views, { keys: accepted, values, given, oneOf });
  expect(outcome.leaks).toEqual([]);
  expect(await rowsOf(service.database, others)).toEqual(before);
  figure(task, summary(outcome, accepted.length));
});

test('Without either, the same attempts leak and change foreign data, so the suite can detect leaks', {
  timeout: TIMEOUT_MS,
}, async ({ onTestFinished, task, views }) => {
  const only = isFullRun ? /^/ : /payment|customer/i;
  const databaseUrl = await createDatabase();
  const same = { databaseUrl, encryptionKey: Buffer.alloc(32, 7), rateLimits };
  const service = await startTestService(same);
  const removed: Removed = { conditions: 0 };
  const open = await startTestService({
    ...same,
    databaseUrl: superuserUrl(databaseUrl),
    // A pooler would log in as the serving role.
    directUrl: superuserUrl(databaseUrl),
    replaceDatabase: (database) => withoutFilters(database, removed),
  });
  // The remaining data satisfies no invariant.
  onTestFinished(async () => void (await Promise.allSettled([open.close(), service.close()])));
  const cast = await castOf(service);
  const others = [cast.victim.merchantId, cast.twin.merchantId];
  const before = await rowsOf(service.database, others);
  const outcome = await attack(open, cast, views, { keys: ['secret'], values: 1, given: new Set(), only });
  expect(outcome.leaks.length).toBeGreaterThan(isFullRun ? 100 : 20);
  expect(await rowsOf(service.database, others)).not.toEqual(before);
  const found = new Set(outcome.leaks.map(({ operation }) => operation));
  figure(task, `${outcome.leaks.length} leaks at ${found.size} operations and fields`);
});

test("A merchant's own key shows the data hidden from others", ({ cast, task, views }) => {
  for (const [merchant, view] of [
    [cast.victim, views.victim],
    [cast.twin, views.twin],
  ] as const) {
    if (view === null) continue;
    const showing = view.answers.filter(({ text }) => text.includes(merchant.word));
    const silent = view.answers.filter(({ text }) => !text.includes(merchant.word));
    expect(showing.length).toBeGreaterThan(silent.length);
  }
  figure(task, `${views.victim.belongings.all.size} values to look for`);
});
