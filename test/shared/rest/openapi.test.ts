import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { expect } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { fieldOf } from '../../../src/core/model/description.ts';
import { exampleOf } from '../../../src/core/model/example.ts';
import { inputSchema } from '../../../src/core/model/json-schema.ts';
import { isResource, resourceOf } from '../../../src/core/model/resource.ts';
import { validate } from '../../../src/core/model/validate.ts';
import { codesOf } from '../../../src/rest/openapi/problems.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';
import { BEYOND } from '../../../src/rest/operation.ts';
import { documentedOperations, operations, specifiedOperations } from '../../../src/rest/operations.ts';
import { expectContractResponse } from '../../kit/contract.ts';
import { testApart as test } from '../../kit/test.ts';
import { requests } from '../conformance/requests.ts';
import { endpoints } from '../conformance/specification.ts';
import { fullWorld } from '../conformance/world.ts';

type Node = Record<string, unknown>;
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly responses: Record<string, Node>;
}

const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, Node>>;
};
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route: `${method} ${path}`, ...operation })),
);

/** Every object of the document with its JSON pointer. */
function* nodes(node: unknown, at = '#'): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [at, node as Node];
  for (const [name, member] of Object.entries(node)) {
    yield* nodes(member, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const resolved = (ref: string) =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => {
      const member = name.replaceAll('~1', '/').replaceAll('~0', '~');
      return (parent as Node | undefined)?.[member];
    }, document);

test('The committed OpenAPI document is up to date; npm run emit writes it', async () => {
  expect(await readFile('schema/openapi.json', 'utf8')).toBe(text);
});

test('An identifier whose name is ambiguous in a path has an example of the right kind', () => {
  let compared = 0;
  for (const { method, path, response } of documentedOperations) {
    const resource = isResource(response.target) ? resourceOf(response.target) : null;
    if (!resource || !path.includes(`{${resource.id}}`)) continue;
    const { parameters } = document.paths[path]![method] as unknown as { parameters: Node[] };
    const { example } = parameters.find(({ name }) => name === resource.id)!;
    expect([method, path, example]).toStrictEqual([
      method,
      path,
      exampleOf(response.target, 'full')[resource.id],
    ]);
    if (!fieldOf(response.target, resource.id).example) expect(example).toMatch(`${resource.prefix}_`);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(40);
});

test('The OpenAPI document has the nineteen operations of the specification, and marks all others', () => {
  const beyond = described.filter((operation) => BEYOND in operation);
  const specified = described.filter((operation) => !(BEYOND in operation));
  expect(specified.map(({ route }) => route).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(specified).toHaveLength(19);
  expect(beyond.map(({ route }) => route)).toHaveLength(documentedOperations.length - 19);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
  expect(described.filter(({ summary, description }) => !summary || !description)).toEqual([]);
});

test('The paths of the specification come first in the OpenAPI document', () => {
  const ofSpecification = [...new Set(specifiedOperations.map(({ path }) => path))];
  expect(Object.keys(document.paths).slice(0, ofSpecification.length)).toEqual(ofSpecification);
});

test('Every reference in the OpenAPI document resolves', () => {
  const refs = [...nodes(document)].map(([, node]) => node.$ref).filter((ref) => typeof ref === 'string');
  expect(refs.length).toBeGreaterThan(100);
  expect(refs.filter((ref) => resolved(ref) === undefined)).toEqual([]);
});

test('The OpenAPI document describes every field', () => {
  const bare = Object.entries(document.components.schemas!).flatMap(([name, schema]) =>
    Object.entries((schema.properties ?? {}) as Record<string, Node>)
      .filter(([, field]) => typeof field.description !== 'string' || field.description === '')
      .map(([field]) => `${name}.${field}`),
  );
  expect(bare).toEqual([]);
});

test('The response examples of the OpenAPI document match their schemas', () => {
  const ajv = new Ajv2020({ strict: false });
  formatsPlugin.default(ajv);
  ajv.addSchema(document as object, 'openapi.json');
  const errors = described.flatMap(({ route, responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const at = (response.$ref as string | undefined) ?? null;
      const { content } = (at ? resolved(at) : response) as {
        content: { 'application/json': { examples: Record<string, { $ref: string }> } };
      };
      // An export is CSV, which has no schema.
      if ('text/csv' in content) return [];
      const [method, path] = route.split(' ') as [string, string];
      const inPaths = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
      const pointer = `${at ?? inPaths}/content/application~1json/schema`;
      const check = ajv.getSchema(`openapi.json${encodeURI(pointer)}`)!;
      return Object.values(content['application/json'].examples)
        .map(({ $ref }) => (resolved($ref) as { value: unknown }).value)
        .flatMap((value) => (check(value) ? [] : [`${route} ${status}: ${ajv.errorsText(check.errors)}`]));
    }),
  );
  expect(errors).toEqual([]);
});

const withInput = operations.filter(({ query, body }) => query ?? body);

test('Every operation with a query or body has a request example', () => {
  const missing = withInput.filter(({ query, body, example }) => {
    const { required } = query ? inputSchema(query) : {};
    return (required && !example?.query) || (body && !example?.body);
  });
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test.each(withInput)('The request example of $method $path is valid', ({ query, body, example }) => {
  const asText = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
  const sent = Object.entries(example?.query ?? {}).map(([name, value]) => [name, asText(value)]);
  if (query) validate(query, Object.fromEntries(sent), { from: 'query' });
  if (body) validate(body, structuredClone(example?.body), { from: 'json' });
});

// Requests of these operations need a payment's client secret, which examples cannot contain.
const needClientSecret = new Set([3, 4]);
const executable = specifiedOperations.filter(
  ({ number, example }) => example && !needClientSecret.has(number),
);

test.for(executable)(
  'The request example of $method $path gets 200',
  async ({ number, method, keys, example }, { client, service }) => {
    const world = await fullWorld(service);
    // Most examples refer to this customer, created by operation 8.
    if (number !== 8) await world.shop.customer({ customer_id: 'alice' });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(example?.query ?? {})) {
      for (const one of [value].flat()) query.append(name, String(one));
    }
    const [path] = requests[number]!.path(world).split('?');
    const key = keys[0] === 'admin_key' ? service.adminApiKey : world.shop.key;
    const body = example?.body === undefined ? {} : { body: example.body };
    const address = query.size > 0 ? `${path}?${query}` : path!;
    const response = await client.request(method.toUpperCase(), address, { key, ...body });
    expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  },
);

test('GET /openapi.json returns the document with the service as its server', async ({ service }) => {
  const response = await fetch(`${service.url}/openapi.json`);
  const served = await response.json();
  const withoutGuides = JSON.parse(
    JSON.stringify(served, (name, value) => (name === 'externalDocs' ? undefined : value)),
  );
  expect(withoutGuides).toEqual({
    ...document,
    servers: [{ url: service.url, description: 'This service.' }],
  });
});

const good = {
  method: 'POST',
  path: '/refunds/ref_1',
  status: 409,
  headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'req_1' }),
  text: JSON.stringify({
    error: {
      type: 'conflict',
      code: 'idempotency_in_progress',
      message: 'Wait.',
      param: null,
      request_id: 'req_1',
    },
  }),
};

test('The test client rejects responses that violate the OpenAPI document', () => {
  const bare = new Headers({ 'content-type': 'application/json' });
  const otherCode = good.text.replace('idempotency_in_progress', 'resource_already_exists');
  expectContractResponse(good);
  for (const [bad, error] of [
    [{ headers: bare }, 'x-request-id is missing'],
    [{ text: '{}' }, "must have required property 'error'"],
    [{ text: otherCode }, 'does not list the code resource_already_exists'],
    [{ text: good.text.replace('idempotency_in_progress', 'blocked') }, 'one of the allowed values'],
    [{ status: 418 }, 'the operation declares 200, 400'],
    [{ status: 200, text: '{"refund_id":"ref_1"}' }, "must have required property 'payment_id'"],
    [{ path: '/nothing', text: '[]' }, 'must be object'],
  ] as const) {
    expect(() => expectContractResponse({ ...good, ...bad })).toThrow(error);
  }
});

test('Errors share one response per status, and each operation lists its own codes', () => {
  const { responses } = document.components as Record<string, Record<string, Node>>;
  const mentions = described.flatMap(({ operationId, responses: ofOperation }) =>
    Object.entries(ofOperation).flatMap(([status, { $ref, description }]) =>
      status === '200' ? [] : [{ operationId, status, name: String($ref).split('/').at(-1)!, description }],
    ),
  );
  const names = Map.groupBy(mentions, ({ status }) => status);
  for (const [status, ofStatus] of names) {
    expect([status, new Set(ofStatus.map(({ name }) => name)).size]).toEqual([status, 1]);
  }
  expect(Object.keys(responses!)).toHaveLength(names.size);
  for (const operation of documentedOperations) {
    const own = mentions.filter(({ operationId }) => operationId === operation.id);
    const listed = own.flatMap(({ description }) =>
      [...String(description).matchAll(/`(\w+)`/g)].map(([, code]) => code),
    );
    expect([operation.id, listed.sort()]).toEqual([operation.id, codesOf(operation).sort()]);
  }
});

test('No response field has only the type null, which client generators omit', () => {
  const alone = [...nodes(document.components.schemas)].filter(
    ([at, { type }]) => type === 'null' && /\/properties\/\w+$/.test(at) && !at.startsWith('#/Event'),
  );
  expect(alone.map(([at]) => at)).toEqual([]);
});

test('The guides linked from operations and groups are served with the linked headings', async ({
  service,
}) => {
  const served = (await (await fetch(`${service.url}/openapi.json`)).json()) as Node;
  const links = [...nodes(served)].flatMap(([, { externalDocs }]) =>
    externalDocs ? [(externalDocs as { url: string }).url] : [],
  );
  expect(new Set(links).size).toBeGreaterThan(8);
  // All nineteen except the one with a separate guide.
  expect(links.filter((link) => link.includes('/docs/specification.md#endpoint-'))).toHaveLength(18);
  for (const link of new Set(links)) {
    const [path, anchor] = link.split('#');
    const response = await fetch(path!);
    const headings = [...(await response.text()).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect([link, response.status]).toEqual([link, 200]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    if (anchor) expect(headings).toContain(anchor);
  }
  for (const missing of ['none.md', 'pictures', '..%2fpackage.json', 'pictures%2fspread.svg']) {
    expect([missing, (await fetch(`${service.url}/docs/${missing}`)).status]).toEqual([missing, 404]);
  }
});

test('An operation lists only the error codes it can return', () => {
  const update = specifiedOperations.find(({ number }) => number === 7)!;
  expect(codesOf(update)).toContain('resource_not_found');
  expect(codesOf(update)).not.toContain('resource_already_exists');
});
