import { expect } from 'vitest';
import { Problem } from '../../../src/core/foundation/errors.ts';
import {
  allInputs,
  type DescribedClass,
  describedOrigin,
  type FieldDescription,
  fieldsOf,
} from '../../../src/core/model/index.ts';
import { readObject } from '../../../src/core/model/read-input.ts';
import { ValidationErrors } from '../../../src/core/model/validation-errors.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { operations } from '../../../src/rest/operations.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { acceptsCards } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { cardNumber, tracesIn } from '../security/planted.ts';
import { dumpOf } from '../security/written.ts';

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ requestLog: 'all' as const }));

// Loads every input.
graphqlSchema();
const inputs = new Set([...allInputs(), ...operations.flatMap(({ body }) => body ?? [])]);

interface Leaf {
  readonly field: FieldDescription;
  readonly path: string;
  /** An object with a value at that place, inside its lists. */
  readonly with: (value: unknown) => unknown;
}

/** Every text and free-form JSON field of an input, without recursion. */
function leavesOf(target: DescribedClass, path = '', within: readonly DescribedClass[] = []): Leaf[] {
  if (within.includes(target)) return [];
  return fieldsOf(target).flatMap((field): Leaf[] => {
    const { kind, name, of } = field;
    const at = path === '' ? name : `${path}.${name}`;
    const isList = kind === 'object_list' || kind === 'json_encoded_list';
    if (kind === 'object' || isList) {
      return leavesOf(of!(), isList ? `${at}[0]` : at, [...within, target]).map((leaf) => ({
        ...leaf,
        with: (value) => ({ [name]: isList ? [leaf.with(value)] : leaf.with(value) }),
      }));
    }
    if (!/^(text|text_list|json|json_object)$/.test(kind)) return [];
    const inList = kind === 'text_list';
    return [
      { field, path: inList ? `${at}[0]` : at, with: (value) => ({ [name]: inList ? [value] : value }) },
    ];
  });
}

/** Whether a field is for people's text: no secret, format, reference or schema. */
function isFree(field: FieldDescription): boolean {
  const { credential, encrypted, masked } = describedOrigin(field);
  if (credential || encrypted || masked || field.schema) return false;
  if (field.holds === 'identifier' || field.holds === 'token') return false;
  return field.format === undefined || field.format === 'statement_descriptor';
}

/** The parameters for which an input is refused. */
function refusedFor(target: DescribedClass, value: unknown): Record<string, string> {
  try {
    // Without the JSON Schema, which is slow to compile for each input and does not check texts' content.
    const errors = new ValidationErrors();
    readObject(target, value, '', 'json', errors);
    errors.raise();
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const all = error.parameters.length > 0 ? error.parameters : [error];
    return Object.fromEntries(all.map(({ code, message, param }) => [param, `${code}: ${message}`]));
  }
}

const places = [...inputs].flatMap((target) => leavesOf(target).map((leaf) => ({ leaf, target })));

test('No free text in any input accepts a card number; references do', ({ task }) => {
  const taken: string[] = [];
  const counts = { free: 0, others: 0 };
  for (const { leaf, target } of places) {
    const where = `${target.name}.${leaf.path}`;
    const number = cardNumber();
    const isJson = leaf.field.kind.startsWith('json');
    const values = isJson
      ? [{ note: `Ada ${number}` }, { [number]: 1 }, { a: [{ b: number }] }, { a: Number(number) }]
      : [number];
    for (const value of values) {
      const fault = refusedFor(target, leaf.with(value))[leaf.path] ?? '';
      const isRefused = /^invalid_parameter: .* must not contain a card number/.test(fault);
      expect(fault).not.toContain(number);
      if (isRefused !== isFree(leaf.field)) taken.push(`${where} ${JSON.stringify(value)}: ${fault}`);
      counts[isFree(leaf.field) ? 'free' : 'others'] += 1;
    }
  }
  expect(taken).toEqual([]);
  expect(counts.free).toBeGreaterThan(400);
  expect(counts.others).toBeGreaterThan(50);
  figure(
    task,
    `${counts.free} values of free texts refused, ${counts.others} of others not for this, in ${inputs.size} inputs`,
  );
});

test('No card or account holder may consist of three or four digits', ({ task }) => {
  const holders = places.filter(({ leaf }) => /holder/.test(leaf.field.name));
  const wrong = holders.flatMap(({ leaf, target }) => {
    const [code, name] = ['737', 'Ada 737'].map((value) => refusedFor(target, leaf.with(value))[leaf.path]);
    const isRight = /invalid_parameter: .* must be a name/.test(code ?? '') && name === undefined;
    return isRight ? [] : [`${target.name}.${leaf.path}: ${code} ${name}`];
  });
  expect(wrong).toEqual([]);
  expect(holders.length).toBeGreaterThan(30);
  figure(task, `${holders.length} names of holders`);
});

test('Card numbers are refused by name over both APIs and never stored', async ({
  api,
  service,
  shared,
  shop,
}) => {
  await shop.connector({ payment_methods_enabled: acceptsCards });
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2030',
    card_cvc: '9713',
  };
  const payment = { amount: 1999, currency: 'EUR', confirm: true, payment_method: 'card' };
  const withCard = (more: object) => ({ ...payment, payment_method_data: { card: { ...card, ...more } } });
  const number = cardNumber();
  const grouped = number.replaceAll(/(\d{4})(?=\d)/g, '$1-');
  const refused: [body: object, param: string][] = [
    [withCard({ card_holder_name: number }), 'payment_method_data.card.card_holder_name'],
    [withCard({ card_holder_name: '9713' }), 'payment_method_data.card.card_holder_name'],
    [{ ...payment, description: `Paid with ${grouped}` }, 'description'],
    [{ ...payment, metadata: { order: { card: grouped } } }, 'metadata'],
    [{ ...payment, metadata: { [number]: 'Ada' } }, 'metadata'],
    [{ ...payment, statement_descriptor_name: number }, 'statement_descriptor_name'],
    [{ ...payment, name: number }, 'name'],
    [
      { ...payment, order_details: [{ product_name: number, quantity: 1, amount: 1999 }] },
      'order_details[0].product_name',
    ],
  ];
  for (const [body, param] of refused) {
    const { body: answer, status } = await api.post('/payments', body, {
      headers: { 'idempotency-key': `key-${param}` },
    });
    expect([status, answer.error.code, answer.error.param], JSON.stringify(answer)).toEqual([
      400,
      'invalid_parameter',
      param,
    ]);
  }
  const { body: created } = await api.post('/payments', { amount: 1999, currency: 'EUR' });
  const attempts: [mutation: string, input: object, param: string][] = [
    ['createCustomer', { name: number, idempotencyKey: 'one' }, 'name'],
    ['createCustomer', { metadata: { note: grouped } }, 'metadata'],
    ['createNote', { paymentId: created.payment_id, text: `Call about ${grouped}` }, 'text'],
    ['createRefund', { paymentId: created.payment_id, reason: number }, 'reason'],
  ];
  for (const [mutation, input, param] of attempts) {
    const { userErrors, text } = await mutate(
      service,
      shop.key,
      mutation,
      input as Record<string, unknown>,
      '__typename',
    );
    expect(userErrors, text).toMatchObject([{ code: 'invalid_parameter', param }]);
  }
  await service.requestLog.drain();
  const written = await dumpOf(shared.databaseUrl);
  // PostgreSQL numbers transactions, and reaches any code eventually.
  const found = written.filter(
    ({ path, text }) => path.at(-1) !== 'transaction_id' && tracesIn(text).length > 0,
  );
  expect(found).toEqual([]);
  expect(service.logs.filter((line) => tracesIn(line).length > 0)).toEqual([]);
});

test('Order numbers are accepted, as are references that look like a card number', async ({ api }) => {
  const order = '4242424242424242';
  const { body, status } = await api.post('/payments', {
    amount: 1999,
    currency: 'EUR',
    payment_id: order,
    merchant_order_reference_id: order,
    description: 'Order 2026112900000017, phone +49 30 1234567',
    metadata: { order: '4242424242424241', shopify: 5821234567896, ulid: '01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  });
  expect([status, body.payment_id, body.merchant_order_reference_id]).toEqual([200, order, order]);
});
