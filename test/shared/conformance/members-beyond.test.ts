import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { allResources, type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { type Endpoint, endpoints, shapes } from './specification.ts';

const test = base.extend('shop', ({ service }) => sandboxShop(service));

const root = path.resolve(import.meta.dirname, '../../..');
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Schema = Readonly<Record<string, unknown>>;
const openapi = JSON.parse(text('schema/openapi.json'));

const resolved = (schema: Schema): Schema =>
  typeof schema.$ref === 'string'
    ? openapi.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    : schema;

/** The alternatives of a schema, without null. */
function formsOf(schema: Schema): Schema[] {
  const whole = resolved(schema);
  const choices = (whole.anyOf ?? whole.oneOf) as Schema[] | undefined;
  return choices ? choices.flatMap(formsOf) : [whole];
}

/** The members of a published schema missing from the shape's table: `PaymentMethodData.wallet`. */
function beyond(schema: Schema, type: string, found: Set<string>, seen: Set<string>): void {
  const name = type.replace(/^json/, '').replace(/[[\]]/g, '');
  const shape = shapes[name as keyof typeof shapes];
  if (!shape || seen.has(name)) return;
  seen.add(name);
  const types = new Map(shape.map((field) => [field.name, field.type]));
  for (const form of formsOf(schema)) {
    const items = (form.items ?? form.contentSchema) as Schema | undefined;
    if (items && !form.properties) {
      seen.delete(name);
      beyond(formsOf(items).find((one) => one.properties ?? one.items) ?? items, type, found, seen);
      continue;
    }
    for (const [member, inner] of Object.entries((form.properties ?? {}) as Record<string, Schema>)) {
      const innerType = types.get(member);
      if (innerType === undefined) found.add(`${name}.${member}`);
      else beyond(inner, innerType, found, seen);
    }
  }
}

function responseOf({ method, path: at }: Endpoint): Schema {
  return openapi.paths[at][method.toLowerCase()].responses['200'].content['application/json'].schema;
}

/** The rows of the table in docs/fields.md: the object, the member, and the reason. */
const table = text('docs/fields.md')
  .split('## Members beyond the specification')[1]!
  .split('\n')
  .flatMap((line) => {
    const [, object, member, about, why] = /^\| `(\w+)` \| `(\w+)` \| (.+) \| (.+) \|$/.exec(line) ?? [];
    return object ? [{ member: `${object}.${member}`, about, why }] : [];
  });

test('docs/fields.md lists exactly the response fields beyond the specification', () => {
  const found = new Set<string>();
  for (const endpoint of endpoints) {
    const answers = endpoint.answers.replace(/^pages of (\w+)$/, '$1');
    const schema = responseOf(endpoint);
    const pages = endpoint.answers.startsWith('pages of');
    const page = pages ? formsOf(formsOf(schema)[0]!.items as Schema)[0]! : schema;
    beyond(pages ? (page.properties as Record<string, Schema>).data! : page, answers, found, new Set());
  }
  expect([...found].sort()).toEqual(table.map(({ member }) => member).sort());
  expect(table.length).toBeGreaterThan(20);
});

test('Every field that is shown only with a value states the reason', () => {
  const seen = new Set<DescribedClass>();
  const reasons: unknown[] = [];
  const walk = (target: DescribedClass): void => {
    if (seen.has(target)) return;
    seen.add(target);
    for (const field of fieldsOf(target)) {
      if (field.onlyIfSet !== undefined) reasons.push([`${target.name}.${field.name}`, field.onlyIfSet]);
      if (field.of) walk(field.of());
    }
  };
  for (const { target } of allResources()) walk(target);
  for (const reason of reasons) {
    expect(reason).toEqual([expect.any(String), expect.stringMatching(/^[A-Z].{20,}\.$/)]);
  }
  expect(reasons.length).toBeGreaterThan(40);
});

test("A payment shows its card's nickname in GraphQL only", async ({ api, graphql, shop }) => {
  const card = { ...cardOf(cards.good), nick_name: 'Travel' };
  const made = await api.post('/payments', {
    ...{ amount: 100, currency: 'USD', profile_id: shop.profileId, payment_method: 'card', confirm: true },
    payment_method_data: { card },
  });
  const id = made.body.payment_id;
  expect(made.body.status).toBe('succeeded');
  const read = await api.get(`/payments/${id}`);
  const list = await api.get('/payments/list');
  for (const { text: answer } of [made, read, list]) {
    expect(answer).not.toContain('nick_name');
    expect(answer).not.toContain('Travel');
  }
  const query = `{ payment(paymentId: "${id}") { paymentMethodData { card { nickName } } } }`;
  expect((await graphql.data(query)).payment.paymentMethodData.card.nickName).toBe('Travel');
});
