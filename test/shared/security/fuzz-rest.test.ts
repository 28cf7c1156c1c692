import fc from 'fast-check';
import { expect } from 'vitest';
import type { ApiResponse, RequestOptions } from '../../kit/client.ts';
import { figure } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { fuzzSeed, runsOf, Tally } from './fuzz.ts';
import { type FuzzWorld, fuzzWorld } from './fuzz-world.ts';
import {
  arbitraryRequest,
  arbitraryRequests,
  filled,
  type GeneratedRequest,
  operations,
} from './rest-requests.ts';

const RUNS = runsOf(10_000, 300);
/** Additional valid requests to an operation without an accepted one. */
const RUNS_MORE = 100;
/** Requests about one merchant's objects, so that its lists stay short. */
const RUNS_PER_WORLD = 100;

const test = base
  // Invented secrets are wrong.
  .extend('serviceOptions', { scope: 'file' }, () => ({
    rateLimits: { balanceChecks: 0, clientSecrets: 0, refusedKeys: 0 },
  }))
  .extend('nextWorld', { scope: 'file' }, ({ service }) => {
    let world: Promise<FuzzWorld> | undefined;
    let uses = 0;
    return (): Promise<FuzzWorld> => {
      if (uses++ % RUNS_PER_WORLD === 0) world = fuzzWorld(service);
      return world!;
    };
  })
  /** Sends a request about existing objects. The client validates the response against openapi.json. */
  .extend('send', ({ client, nextWorld }) => {
    return async (
      { body, operation, query }: GeneratedRequest,
      more: RequestOptions = {},
    ): Promise<ApiResponse> => {
      const { keys, known, pathOf } = await nextWorld();
      const names = await pathOf(operation.path);
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
      const search = query.map(
        ([name, value]) => `${name}=${encodeURIComponent(filled(value, known, name))}`,
      );
      return client.request(operation.method, `${path}${search.length > 0 ? `?${search.join('&')}` : ''}`, {
        key: keys[operation.keys[0]!]!,
        ...(body === undefined ? {} : { body: JSON.stringify(filled(body, { ...known, ...names })) }),
        ...more,
      });
    };
  });

/**
 * Values that the document allows and the service refuses because of another member or an existing object. The members'
 * descriptions state these rules, which JSON Schema cannot express.
 */
const rulesBetweenMembers: readonly RegExp[] = [
  /^payment_method must be a kind that can be saved: /,
  /^expires_at must be in the future\.$/,
  /^add_to_list\.(list must be a list of kind|field must be a fact of the payment)/,
  /^connector_name must name a connector of this service/,
  /^wallets\[\d+\] must be one of /,
  /^split_payments\S* must be /,
  /^merchant_connector_details\.creds_identifier must be the \w+ or connector_label of an account/,
  /is not a credential of \w+\. Its credentials are: /,
  /^\S+ is required for an? [\w -]+\.$/,
  /^profile_id is required: there is no default business profile\.$/,
  /^(customer_id|payout_id) must (be the identifier in|match) the path/,
  /^maximum_amount must not be less than minimum_amount\.$/,
  /^amount, with shipping, tax and surcharge, must be at most 999999999999 minor units\.$/,
  /^\S+ is required\. telephone_number or paypal_id can take its place\.$/,
  /^card\.card_exp_(month|year) is required\.$/,
  /^card_cvc must be left out unless the payment has a card\.$/,
  /^\S+ must not be in the past: the card has expired\.$/,
  /^\S+ must have \d digits for .+ cards\.$/,
  /^\S+ must be later than start_date\.$/,
  /^statement_descriptor_suffix must fit a statement together with statement_descriptor_name/,
  /^default_payment_method_id must be an active payment method of the customer\.$/,
  /^(payment_method_type|payment_method|payout_type) must be .*(the given method|can be charged)/,
  /^payment_method_type (is required, and )?must be one of the payment's allowed_payment_method_types/,
  /^setup_future_usage must not be off_session for a \w+: its details work for one payment only\.$/,
  /^payout_(method_id|token) must name a method that can receive payouts/,
  /^The saved (payment|payout) method belongs to the current customer\./,
  /^(payment|payout)_method_data\S* is required to confirm/,
  /^metadata must (have at most 50 keys|be at most 16 KiB of JSON with all keys), including those already set\./,
  /^payment_response_hash_key must have at least 16 characters, 8 of them different/,
  /^pay(out|ment)_link_config(_id)? must be left out unless pay(out|ment)_link is true\.$/,
  /^\S+\.enabled_payment_methods\[\d+\]\.payment_method(_types)? must /,
  // Style rules have a separate list of elements and properties; variants are settings.
  /^payment_link_config\.(sdk_ui_rules|payment_link_ui_rules|business_specific_configs|is_setup_mandate_flow)/,
  /^parent_merchant_id must be /,
  /^primary_business_details\S* must not repeat an earlier line of business\.$/,
  // An algorithm's data depends on its type, and names accounts.
  /^((frm_|payout_)?routing(_algorithm)?)\.(data|type)/,
  /^There is no parameter (frm_|payout_)?routing(_algorithm)?\.data\./,
  /^There is an unknown parameter in (frm_|payout_)?routing(_algorithm)?\.data/,
];

/** Expects a valid request not to be refused as malformed. */
function expectNotRefused({ body, status, text }: ApiResponse): void {
  expect([413, 415, 429], text).not.toContain(status);
  if (status !== 400) return;
  const problems: { code: string; message: string }[] = body.error.errors ?? [body.error];
  const inForm = problems.filter(
    ({ code, message }) =>
      code !== 'parameters_exclusive' && !rulesBetweenMembers.some((rule) => rule.test(message)),
  );
  expect(inForm).toEqual([]);
}

const refusals = ['missing_parameter', 'unknown_parameter', 'invalid_parameter', 'parameters_exclusive'];

test('Requests generated from openapi.json get the specified responses: no 5xx, no invalid one accepted, no valid one refused', {
  timeout: 1_800_000,
}, async ({ send, task }) => {
  const tally = new Tally();
  const check = async (request: GeneratedRequest) => {
    const answer = await send(request);
    const { method, path } = request.operation;
    const { status, text } = answer;
    expect(status, text).toBeLessThan(500);
    // Beyond the specification, fields depend on each other in more ways than the schemas state.
    if (request.wrong === null && !request.operation.isBeyond) expectNotRefused(answer);
    else if (request.wrong === null) expect([413, 415, 429], text).not.toContain(status);
    // An unknown merchant may be refused before a body whose form only the core knows.
    else if (!(status === 404 && answer.body.error.param === 'merchant_id'))
      expect([status, answer.body.error?.code], text).toEqual([400, expect.toBeOneOf(refusals)]);
    tally.add(`${request.wrong === null ? 'valid' : 'invalid'} ${status === 200 ? 'accepted' : 'refused'}`);
    if (status === 200) tally.add(`${method} ${path}`);
  };
  const holds = fc.asyncProperty(arbitraryRequests, check);
  await fc.assert(holds, { seed: fuzzSeed, numRuns: RUNS, endOnFailure: true });
  // A generator whose requests are all refused because of an object's state would prove nothing. An operation without
  // an accepted request gets more.
  for (const operation of operations.filter(({ isBeyond }) => !isBeyond)) {
    const { method, path } = operation;
    const accepted = () => tally.of(`${method} ${path}`);
    const arbitrary = arbitraryRequest(operation, false);
    const more = accepted() > 0 ? [] : fc.sample(arbitrary, { seed: fuzzSeed, numRuns: RUNS_MORE });
    while (accepted() === 0 && more.length > 0) await check(more.pop()!);
    expect([path, accepted()]).not.toEqual([path, 0]);
  }
  figure(
    task,
    `${RUNS} requests, seed ${fuzzSeed}: ${tally.of('valid accepted')} valid ones succeeded, ` +
      `${tally.of('valid refused')} met a documented refusal, ${tally.of('invalid refused')} invalid ones were refused; ` +
      '0 answers with 5xx, 0 off contract, 0 invalid accepted, 0 valid refused for their form',
  );
});

interface Fault {
  readonly name: string;
  readonly status: number;
  /** Whether it concerns only requests with a body. */
  readonly ofBodies?: boolean;
  readonly options: (valid: unknown) => RequestOptions;
}

const faults: readonly Fault[] = [
  { name: 'no key', status: 401, options: () => ({ headers: { 'api-key': '' } }) },
  { name: 'an unknown key', status: 401, options: () => ({ key: `sk_test_${'x'.repeat(43)}` }) },
  {
    name: 'an unfinished body',
    status: 400,
    ofBodies: true,
    options: (body) => ({ body: JSON.stringify(body).slice(0, -1) }),
  },
  {
    name: 'two bodies',
    status: 400,
    ofBodies: true,
    options: (body) => ({ body: `${JSON.stringify(body)}{}` }),
  },
  { name: 'a list', status: 400, ofBodies: true, options: (body) => ({ body: [body] }) },
  { name: 'null', status: 400, ofBodies: true, options: () => ({ body: null }) },
  { name: 'a large body', status: 413, ofBodies: true, options: () => ({ body: ' '.repeat(65 * 1024) }) },
  {
    name: 'a form',
    status: 415,
    ofBodies: true,
    options: () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  {
    name: 'a compressed body',
    status: 415,
    ofBodies: true,
    options: () => ({ headers: { 'content-encoding': 'gzip' } }),
  },
  {
    name: 'another charset',
    status: 415,
    ofBodies: true,
    options: () => ({ headers: { 'content-type': 'application/json; charset=utf-16' } }),
  },
  {
    name: 'a bad idempotency key',
    status: 400,
    ofBodies: true,
    options: () => ({ headers: { 'idempotency-key': 'x'.repeat(256) } }),
  },
];

test('Every operation refuses malformed HTTP requests and invalid keys', async ({ send, task }) => {
  let refused = 0;
  for (const operation of operations) {
    const [valid] = fc.sample(arbitraryRequest(operation, false), { seed: fuzzSeed, numRuns: 1 });
    for (const { name, ofBodies = false, options, status } of faults) {
      if (ofBodies && operation.method !== 'POST') continue;
      const query = valid!.query.filter(
        // A long percent-encoded value exceeds Node's header limit, which is checked first.
        ([name, value]) => name !== 'merchant_id' && encodeURIComponent(`${value}`).length < 1_000,
      );
      const answer = await send({ ...valid!, query }, options(valid!.body));
      expect([operation.path, name, answer.status], answer.text).toEqual([operation.path, name, status]);
      refused += 1;
    }
  }
  figure(task, `${refused} requests to ${operations.length} operations, all refused`);
});
