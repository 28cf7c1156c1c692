import '../../../src/core/entities/resources.ts';
import { type GraphQLObjectType, getNamedType } from 'graphql';
import { expect } from 'vitest';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  resourceOf,
} from '../../../src/core/model/index.ts';
import { type RestView, restFields } from '../../../src/core/model/rest-view.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { operations } from '../../../src/rest/operations.ts';
import { clientOf } from '../../kit/client.ts';
import { mutate } from '../../kit/mutate.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../kit/scripted-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';
import { restWritesBeyond } from './rest-writes-beyond.ts';
import { sampleOf } from './sample-values.ts';
import { always, isOrdinary, type Sample, sampleFor, unseen } from './taken-values.ts';
import { graphqlInput, restForm, selectionOf } from './twin.ts';
import type { Values } from './write.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scriptedConnector().connector] }))
  .extend('scripted', ({ service }) => scriptedShop(service));

/** An operation with a body and an object in its response. */
interface Taking {
  readonly id: string;
  readonly path: string;
  readonly body: DescribedClass;
  readonly target: DescribedClass;
  readonly view: RestView;
}

const taking: readonly Taking[] = operations.flatMap(({ body, id, path, response }) =>
  body ? [{ id, path, body, target: response.target, view: response.view }] : [],
);
const ofRest = new Map(
  taking.map(({ id, path }) => [
    id,
    restWritesBeyond.find((write) => write.id === id) ??
      restWrites.find(({ name }) => name === `POST ${path}`),
  ]),
);
const ofGraphql = new Map(graphqlWrites.map((write) => [write.name, write]));

/** The fields of an operation's body that its object has, or that no description exempts. */
const seenFields = ({ body, id }: Taking) =>
  fieldsOf(body).filter(({ name }) => !(unseen[id]?.[name] ?? unseen.all![name]));

test('Every field that no response repeats exists and has a stated reason', () => {
  const known = new Map(taking.map(({ body, id }) => [id, fieldsOf(body).map(({ name }) => name)]));
  for (const [id, fields] of Object.entries(unseen)) {
    const names = id === 'all' ? [...known.values()].flat() : known.get(id);
    for (const [name, reason] of Object.entries(fields)) {
      expect([id, name, names?.includes(name)]).toEqual([id, name, true]);
      expect(reason.length).toBeGreaterThan(10);
    }
  }
  expect(taking.length).toBeGreaterThan(50);
});

/** Fields as sent in a request. */
interface Sent {
  /** The view of the object to read; null if REST does not show it. */
  readonly view: RestView | null;
  readonly given: Values;
}

/** The field of a mutation's payload that contains its object. */
function payloadOf(mutation: string): string {
  const type = getNamedType(
    graphqlSchema().getMutationType()!.getFields()[mutation]!.type,
  ) as GraphQLObjectType;
  return Object.keys(type.getFields()).find((name) => name !== 'userErrors')!;
}

const views = ['full', 'single', 'list'] as const;

/** The view that shows a field: the operation's, or another way to read the object; null if none does. */
const viewShowing = ({ target, view }: Taking, name: string): RestView | null =>
  [view, ...views].find((one) => restFields(target, one).some((field) => field.name === name)) ?? null;

/** The stored value of a field that no REST response shows. */
async function stored(
  { database }: TestService,
  { target }: Taking,
  answer: Values,
  name: string,
): Promise<Values> {
  const { id, table } = resourceOf(target);
  const text = `select "${name}" from "${table}" where "${id}" = $1`;
  const [row] = await database.rows.query({ text, values: [answer[id]] }, null);
  return row as Values;
}

/** JSON in a text is compared by its value. */
const read = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('[{') ? JSON.parse(value) : value;

/** The fields that a response does not show as sent. */
async function forgotten(
  one: Taking,
  { scripted, service }: { scripted: ScriptedShop; service: TestService },
  send: (sent: Sent) => Promise<Values | string>,
): Promise<string[]> {
  const saved = async (customer_id: string) => {
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
    const saving = { customer_id, payment_method: 'card', card };
    const answer = await clientOf(service).post('/payment_methods', { key: scripted.key, body: saving });
    return answer.body.payment_method_id as string;
  };
  const sampled = async (field: FieldDescription) =>
    [field.name, await sampleFor(one.id, field.name, sampleOf(field), scripted, saved, service)] as const;
  const faultOf = async (name: string, { shown, value }: Sample, sent: Values): Promise<string[]> => {
    const answer = viewShowing(one, name) ? sent : await stored(service, one, sent, name);
    const wanted = read(shown === undefined ? value : shown);
    try {
      expect({ [name]: read(answer[name]) }).toMatchObject({ [name]: wanted });
      return [];
    } catch {
      return [`${name}: sent ${JSON.stringify(value)}, shown ${JSON.stringify(answer[name])}`];
    }
  };
  // Ordinary fields of one view are sent together, unless that is refused.
  const groups = Map.groupBy(seenFields(one), ({ name }) =>
    isOrdinary(one.id, name) ? viewShowing(one, name) : name,
  );
  const lost: string[] = [];
  for (const group of groups.values()) {
    const samples = await Promise.all(group.map(sampled));
    const all = Object.fromEntries(samples.map(([name, { value }]) => [name, value]));
    const view = viewShowing(one, samples[0]![0]);
    const together = group.length > 1 ? await send({ view, given: { ...always[one.id], ...all } }) : 'one';
    for (const [name, sample] of samples) {
      const given = { ...always[one.id], ...sample.more, [name]: sample.value };
      const sent = typeof together === 'string' ? await send({ view, given }) : together;
      if (typeof sent === 'string') lost.push(`${name}: ${sent}`);
      else lost.push(...(await faultOf(name, sample, sent)));
    }
  }
  return lost;
}

const walked = taking.filter((one) => seenFields(one).length > 0).map((one) => [one.id, one] as const);

test.for(walked)('REST shows every field accepted by %s', async ([id, one], { scripted, service }) => {
  const write = ofRest.get(id)!;
  const caller =
    write.admin || id === 'updateMerchantAccount' ? { key: service.adminApiKey } : { key: scripted.key };
  const client = clientOf(service);
  const method = operations.find((operation) => operation.id === id)!.method.toUpperCase();
  const lost = await forgotten(one, { scripted, service }, async ({ given, view }) => {
    const { input, path = one.path } = await write.prepare(scripted);
    const { body, status } = await client.request(method, path, { ...caller, body: { ...input, ...given } });
    if (status !== 200) return JSON.stringify(body.error);
    if (view === one.view || view === null) return body;
    return (await client.get(`/payments/${body.payment_id}`, caller)).body;
  });
  expect(lost).toEqual([]);
});

test.for(walked.filter(([id]) => ofGraphql.has(id)))(
  'GraphQL shows every field accepted by %s',
  async ([id, one], { scripted, service }) => {
    const write = ofGraphql.get(id)!;
    const { body, target } = one;
    const payload = payloadOf(id);
    const key = write.admin || id === 'updateMerchantAccount' ? service.adminApiKey : scripted.key;
    const lost = await forgotten(one, { scripted, service }, async ({ given, view }) => {
      const { input } = await write.prepare(scripted);
      const selection = `${payload} { ${selectionOf(target, view ?? one.view)} }`;
      const translated = graphqlInput(body, given) as Values;
      const answer = await mutate(service, key, id, { ...input, ...translated }, selection);
      const [error] = [...answer.userErrors, ...answer.errors];
      return error ? JSON.stringify(error) : restForm(target, view ?? one.view, answer.payload[payload]);
    });
    expect(lost).toEqual([]);
  },
);
