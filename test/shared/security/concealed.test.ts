import { isInterfaceType, isListType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { describedMember } from '../../../src/core/model/graphql-types.ts';
import { describedOrigin, type FieldDescription } from '../../../src/core/model/index.ts';
import { concealed } from '../../../src/core/request-log/conceal.ts';
import { unknownShapes } from '../../../src/core/request-log/log-requests.ts';
import { CONCEALED } from '../../../src/core/request-log/texts.ts';
import { contentLogger } from '../../../src/graphql/logged-content.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { loggedShapes } from '../../../src/rest/logged-shapes.ts';
import { takesBody } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import { figure, someOf } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { type Asked, ask, inParallel } from './asking.ts';
import {
  mutationFields,
  type Position,
  positionsOf,
  queryFields,
  type RootField,
  schema,
} from './graphql-fields.ts';
import { tracesIn, word } from './planted.ts';
import { fieldPaths } from './rest-attempts.ts';
import { describedAs, fieldOfClass } from './secret-fields.ts';
import { dumpOf } from './written.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ requestLog: 'all' as const }));

const logged = contentLogger(graphqlSchema());

/** Names of harmless fields. */
const harmlessNames = ['status', 'id', 'amount', 'connector', 'error_code'];

/** Kinds and formats that contain no free text. */
const figures = /^(id|amount|integer|bool|timestamp|enumeration|enumeration_list)$/;

/**
 * Whether a field contains a secret, personal data or free text: everything except figures and fields described as
 * harmless.
 */
function isSensitive(field: FieldDescription): boolean {
  const { credential, encrypted, masked, personal } = describedOrigin(field);
  if (credential || encrypted || masked || personal) return true;
  if (figures.test(field.kind)) return false;
  return !(
    field.format === 'currency' ||
    field.format === 'country' ||
    /^(identifier|code)$/.test(field.holds ?? '')
  );
}

const isSensitivePosition = ({ declaredAs, type }: Position): boolean => {
  const field = describedAs(declaredAs);
  return field ? isSensitive(field) : /^(String|JSON)$/.test(type);
};

/** An object with a value at a path; lists, which have one entry, are found in the schema. */
const at = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const literal = (path: readonly string[], value: string): string =>
  path.reduceRight((inner, name) => `{${name}: ${inner}}`, value);

const roots: readonly RootField[] = [...queryFields, ...mutationFields];
const positions = roots.flatMap((root) =>
  positionsOf('', root.field).map((position) => ({ root, position })),
);

/** A document with a variable at a position, and its request's variables. */
function byVariable(
  { field, operation }: RootField,
  { path: [argument, ...rest], type }: Position,
  name: string,
) {
  const query = `${operation}($${name}: ${type}) { ${field.name}(${argument}: ${literal(rest, `$${name}`)}) { __typename } }`;
  return (value: unknown) => ({ query, variables: { [name]: value } });
}

/** The same with a whole argument in the variable. */
function byWhole({ field, operation }: RootField, { path: [argument, ...rest] }: Position, name: string) {
  const { type } = field.args.find((each) => each.name === argument)!;
  const query = `${operation}($${name}: ${type}) { ${field.name}(${argument}: $${name}) { __typename } }`;
  return (value: unknown) => ({ query, variables: { [name]: at(rest, value) } });
}

const textOf = (request: { query: string; variables: object }) => {
  const { body, document, shapes } = logged(request);
  return JSON.stringify([document, concealed(body, shapes.body)]);
};

test('No log shows a variable for a secret, personal or free-text field, under any name', ({ task }) => {
  const shown: string[] = [];
  let tried = 0;
  let control = 0;
  const sensitive = new Set<string>();
  for (const { position, root } of positions) {
    const isExpected = !isSensitivePosition(position);
    if (!isExpected) sensitive.add(position.declaredAs);
    for (const name of someOf(harmlessNames, 2)) {
      for (const request of [byVariable(root, position, name), byWhole(root, position, name)]) {
        // Texts, numbers and flags: a code may be sent as a number.
        for (const value of isExpected ? [word()] : [word(), 737, true, { status: word() }, [word()]]) {
          tried += 1;
          const text = textOf(request(value));
          const isShown = tracesIn(text).length > 0 || /[^\w]737[^\w]|true/.test(text);
          if (isExpected) control += isShown ? 1 : 0;
          else if (isShown)
            shown.push(`${position.path.join('.')} of ${root.field.name} as $${name}: ${text}`);
        }
      }
    }
    const [argument, ...rest] = position.path;
    for (const value of [`"${word()}"`, word(), `"""${word()}"""`, '73799']) {
      const query = `${root.operation} { ${root.field.name}(${argument}: ${literal(rest, value)}) { __typename } }`;
      const text = textOf({ query, variables: {} });
      if (tracesIn(text).length > 0 || text.includes('73799')) shown.push(`${query}: ${text}`);
    }
  }
  expect(shown.slice(0, 20)).toEqual([]);
  // Identifiers are shown: the walk would find its own values.
  expect(control).toBeGreaterThan(500);
  expect(sensitive.size).toBeGreaterThan(300);
  figure(
    task,
    `${sensitive.size} fields, ${positions.length} places, ${tried} variables, of which ${control} harmless were shown`,
  );
});

test('No log shows a variable that fills no field, or two of which one is sensitive', () => {
  const value = word();
  const documents = [
    '{ __typename }',
    'query($status: String) { __typename }',
    'query($status: String) { none(id: $status) { id } }',
    'mutation($status: ID) { updateCustomer(input: {customerId: $status, none: $status}) { customer { id } } }',
    'mutation($status: ID) { updateCustomer(input: {customerId: $status, name: $status}) { customer { id } } }',
    'query($status: ID) { payment(paymentId: $status) { id } node(id: $status) { id } }',
    'fragment F on Query { customers(filter: {search: $status}) { totalCount } } query($status: ID) { ...F payment(paymentId: $status) { id } }',
    'no document {',
  ];
  for (const query of documents) {
    expect(tracesIn(textOf({ query, variables: { status: value, [value]: value } })), query).toEqual([]);
  }
});

test('No log shows a secret, personal or free-text field of a response, under any alias', ({ task }) => {
  const shown: string[] = [];
  let tried = 0;
  let control = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.getInterfaces().some(({ name }) => name === 'Node')) continue;
    for (const { args, name, type: of } of Object.values(type.getFields())) {
      const described = describedMember(type.name, name);
      if (args.length > 0 || isListType(of) || isObjectType(of) || isInterfaceType(of) || !described)
        continue;
      for (const alias of ['status', 'amount', name]) {
        for (const query of [
          `{ node(id: "1") { ... on ${type.name} { ${alias}: ${name} } } }`,
          `{ node(id: "1") { ...F } } fragment F on ${type.name} { ... { ${alias}: ${name} } }`,
        ]) {
          tried += 1;
          const { shapes } = logged({ query });
          const text = JSON.stringify(concealed({ data: { node: { [alias]: word() } } }, shapes.response));
          const isMessage = described.holds === 'message' && !describedOrigin(described).personal;
          if (!isSensitive(described) || isMessage) control += tracesIn(text).length;
          else if (tracesIn(text).length > 0) shown.push(`${type.name}.${name} as ${alias}: ${text}`);
        }
      }
    }
  }
  expect(shown).toEqual([]);
  expect(control).toBeGreaterThan(300);
  figure(task, `${tried} names of fields in answers, of which ${control} harmless were shown`);
});

test('No log shows them in a REST body, query or response, under any name', ({ task }) => {
  const shown: string[] = [];
  let tried = 0;
  let control = 0;
  const look = (
    where: string,
    content: unknown,
    shape: Parameters<typeof concealed>[1],
    isHarmless = false,
  ) => {
    tried += 1;
    const text = JSON.stringify(concealed(content, shape));
    if (isHarmless) control += tracesIn(text).length;
    else if (tracesIn(text).length > 0) shown.push(`${where}: ${text}`);
  };
  for (const operation of operations) {
    const shapes = loggedShapes(operation);
    const where = `${operation.method} ${operation.path}`;
    for (const place of ['query', 'body'] as const) {
      const target = operation[place];
      for (const { path } of target ? fieldPaths(target) : []) {
        const { field } = fieldOfClass(target!, path);
        look(`${where} ${place} ${path.join('.')}`, at(path, word()), shapes[place], !isSensitive(field));
        if (!isSensitive(field)) continue;
        for (const value of [[word()], { status: word() }, [{ [word()]: 1 }]]) {
          look(`${where} ${place} ${path.join('.')}`, at(path, value), shapes[place]);
        }
      }
      for (const name of ['none', word()])
        look(`${where} ${place} ${name}`, { [name]: word() }, shapes[place]);
    }
    const { target, shape } = operation.response;
    for (const { path } of fieldPaths(target)) {
      const { field } = fieldOfClass(target, path);
      const answer = at(path, word());
      const whole = /^(page|pages|counted)$/.test(shape) ? { data: [answer] } : answer;
      look(
        `answer of ${where} ${path.join('.')}`,
        whole,
        shapes.response,
        !isSensitive(field) || field.holds === 'message',
      );
    }
    for (const name of Object.keys(operation.response.oneTime?.members ?? {})) {
      look(`answer of ${where} ${name}`, { [name]: word() }, shapes.response);
    }
  }
  for (const name of [...harmlessNames, 'data', 'error']) {
    look(`nothing known, ${name}`, { [name]: word(), error: { message: word() } }, unknownShapes.body);
  }
  expect(shown).toEqual([]);
  expect(control).toBeGreaterThan(1000);
  figure(task, `${tried} values at ${operations.length} operations, of which ${control} harmless were shown`);
});

test('A field is shown only if its name and description are harmless', () => {
  const telling =
    /holder|(?<!connector_|frm_)name$|secret|password|token|cvc|pin$|email|phone|note|description|reason$|comment|text|address|line\d|city|zip|birth|metadata|_key$/;
  const said = positions.flatMap(({ position: { declaredAs } }) => {
    const field = describedAs(declaredAs);
    return field && /^(identifier|code)$/.test(field.holds ?? '') ? [field.name] : [];
  });
  const isKnown = (name: string) => ['idempotency_key'].includes(name);
  expect(new Set(said.filter((name) => telling.test(name) && !isKnown(name)))).toEqual(new Set());
});

test('None of them is logged, over either API, even in refused requests', { timeout: 300_000 }, async ({
  service,
  shared,
  shop,
  task,
}) => {
  const asked: Asked[] = [];
  const sent = (body: unknown, path: string, method = 'POST') =>
    asked.push({ operation: path, position: null, method, path, body: JSON.stringify(body), writes: true });
  const taken = new Set<string>();
  for (const { position, root } of positions) {
    if (!isSensitivePosition(position) || taken.has(position.declaredAs)) continue;
    taken.add(position.declaredAs);
    const value = position.type === 'JSON' ? { status: word() } : word();
    sent(byVariable(root, position, 'status')(value), '/graphql');
    sent(byWhole(root, position, 'amount')(value), '/graphql');
  }
  for (const operation of operations) {
    if (!takesBody(operation) || !operation.body) continue;
    const path = operation.path.replaceAll(/\{\w+\}/g, 'none');
    for (const { path: names } of fieldPaths(operation.body)) {
      const { declaredAs, field } = fieldOfClass(operation.body, names);
      if (!isSensitive(field) || taken.has(`rest ${declaredAs}`)) continue;
      taken.add(`rest ${declaredAs}`);
      sent(at(names, word()), path, operation.method === 'delete' ? 'DELETE' : 'POST');
    }
    sent({ status: word(), [word()]: 1 }, path);
  }
  for (const path of [
    '/payments/none/status',
    '/none/customer',
    `/payments/list?status=${word()}&${word()}=1`,
  ]) {
    asked.push({ operation: path, position: null, method: 'GET', path, writes: false });
  }
  const requests = someOf(asked, 200);
  await inParallel(requests, async (one) => {
    const { status, text } = await ask(service.url, shop.key, one);
    expect(status, text).toBeLessThan(500);
  });
  await service.requestLog.drain();
  const written = (await dumpOf(shared.databaseUrl)).filter(({ path }) => path[0] === 'public.request_log');
  const found = written.filter(({ text }) => tracesIn(text).length > 0);
  expect(found.slice(0, 10)).toEqual([]);
  expect(service.logs.filter((line) => tracesIn(line).length > 0).slice(0, 5)).toEqual([]);
  const rows = written.filter(({ path }) => path[1] === 'request_id').length;
  expect(rows).toBeGreaterThan(requests.length / 2);
  expect(written.some(({ text }) => text.includes(CONCEALED))).toBe(true);
  figure(task, `${taken.size} fields in ${requests.length} requests, ${rows} of them logged`);
});
