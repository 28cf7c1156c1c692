import fc from 'fast-check';
import { parse } from 'graphql';
import { expect } from 'vitest';
import { type ProblemCode, problemCodes } from '../../../src/core/foundation/errors.ts';
import { figure } from '../../kit/figure.ts';
import type { GraphqlResponse } from '../../kit/graphql.ts';
import { test as base } from '../../kit/test.ts';
import { mutationOf, schemaFault } from './document-mutations.ts';
import { fuzzSeed, runsOf, Tally } from './fuzz.ts';
import { type FuzzWorld, fuzzWorld } from './fuzz-world.ts';
import { dataDeviations } from './graphql-answers.ts';
import { type GeneratedDocument, generateDocument } from './graphql-documents.ts';

const RUNS = runsOf(5_000, 120);
const RUNS_PER_WORLD = 100;

const test = base
  // Nothing listens there: immediate webhooks are refused at once.
  .extend('serviceOptions', { scope: 'file' }, () => ({
    webhookTargets: { resolve: async () => ['127.0.0.1'] },
    // Invented secrets are wrong.
    rateLimits: { balanceChecks: 0, clientSecrets: 0, refusedKeys: 0 },
  }))
  .extend('nextWorld', { scope: 'file' }, ({ service }) => {
    let world: Promise<FuzzWorld> | undefined;
    let uses = 0;
    return (): Promise<FuzzWorld> => {
      if (uses++ % RUNS_PER_WORLD === 0) world = fuzzWorld(service);
      return world!;
    };
  });

/** Values that the types allow and the service refuses according to the arguments' descriptions. */
const rulesOfArguments: readonly RegExp[] = [
  /^(after|before) must be an unmodified cursor of a list in the same sort order\.$/,
  /^after must be an unmodified next_cursor, or latest\.$/,
  /^timeZone must be an IANA time zone/,
  /^(id|ids(\[\d\])?) must be a global identifier/,
  /^\w+ statistics cannot be grouped by \w+, only by [A-Z_, ]+\.$/,
  /^Filters nest at most \d levels deep; /,
  /^merchantId is required with the admin API key\.$/,
  /^createdAt must be a range, outside of `or` and `not`\.$/,
  /^(There is (an unknown parameter in|no parameter) )?routing\b/,
  /^comparedTo (cannot be combined with interval)\.$/,
  /^connectors must name a connector of this service/,
  /^(name must have a character other than spaces|address must be a query string)/,
];
/** Refusals for an invalid document or variables. */
const invalidCodes: readonly ProblemCode[] = [
  'query_invalid',
  'missing_parameter',
  'unknown_parameter',
  'invalid_parameter',
];
/** The share of valid documents that the limits on depth and cost may refuse. */
const TOO_COMPLEX_MAX = 0.02;

/** Expects errors to be documented ones, and none to be internal. */
function expectDocumented(query: string, { errors, status, text }: GraphqlResponse): void {
  expect(status, `${query} ${text}`).toBeLessThan(500);
  for (const { extensions } of errors) {
    const { status: of } = problemCodes[extensions.code as ProblemCode];
    expect(of, `${query} ${text}`).toBeLessThan(500);
    expect(extensions.request_id).toMatch(/^req_/);
  }
}

/** Expects a valid document to be executed, with data of the schema's types. */
function expectExecuted(
  { query, variables }: GeneratedDocument,
  { data, errors, text }: GraphqlResponse,
): void {
  const forItsForm = errors.filter(
    ({ extensions, message }) =>
      invalidCodes.includes(extensions.code as ProblemCode) &&
      !rulesOfArguments.some((rule) => rule.test(message)),
  );
  expect(forItsForm, query).toEqual([]);
  if (errors.length === 0) expect(data, text).not.toBeNull();
  expect(dataDeviations(parse(query), variables, data), query).toEqual([]);
}

test('Generated documents get the specified responses: no 5xx, no invalid one executed, no valid one refused', {
  timeout: 1_800_000,
}, async ({ graphqlAs, nextWorld, task }) => {
  const tally = new Tally();
  const holds = fc.asyncProperty(
    fc.gen(),
    fc.boolean(),
    fc.nat(),
    fc.constantFrom('api_key', 'api_key', 'admin_key'),
    async (g, isChanged, which, kind) => {
      const { keys, known } = await nextWorld();
      const valid = generateDocument(g, known);
      expect(schemaFault(valid), valid.query).toBeNull();
      const asked = isChanged ? mutationOf(valid, which) : valid;
      const fault = isChanged ? schemaFault(asked) : null;
      const answer = await graphqlAs(keys[kind]!).run(asked.query, asked.variables);
      expectDocumented(asked.query, answer);
      const [error] = answer.errors;
      if (fault !== null) {
        expect([answer.status, answer.data, error?.extensions.code], `${fault}: ${asked.query}`).toEqual([
          400,
          null,
          expect.toBeOneOf([...invalidCodes]),
        ]);
      } else if (error?.extensions.code !== 'query_too_complex') expectExecuted(asked, answer);
      const became =
        error === undefined
          ? 'executed'
          : error.extensions.code === 'query_too_complex'
            ? 'too complex'
            : 'refused';
      tally.add(`${fault === null ? 'valid' : 'invalid'} ${became}`);
    },
  );
  await fc.assert(holds, { seed: fuzzSeed, numRuns: RUNS, endOnFailure: true });
  const executed = tally.of('valid executed');
  expect(executed).toBeGreaterThan(RUNS / 4);
  expect(tally.of('valid too complex')).toBeLessThan(executed * TOO_COMPLEX_MAX);
  figure(
    task,
    `${RUNS} documents, seed ${fuzzSeed}: ${executed} valid ones executed, ${tally.of('valid refused')} met a documented ` +
      `refusal and ${tally.of('valid too complex')} a limit, ${tally.of('invalid refused')} invalid ones were refused; ` +
      '0 answers with 5xx, 0 off the types, 0 invalid executed, 0 valid refused for their form',
  );
});
