import { expect } from 'vitest';
import { fieldOf, fieldsByName } from '../../../../src/core/model/description.ts';
import { openApiDocument } from '../../../../src/rest/openapi.ts';
import type { Operation } from '../../../../src/rest/operation.ts';
import { beyond, test } from '../beyond/fixture.ts';

const queried = beyond.filter(({ query }) => query !== undefined);
const lists = queried.filter(({ query }) => fieldsByName(query!).has('starting_after'));

/** Every alias of a query parameter. */
const named = queried.flatMap((operation) =>
  [...(operation.aliases?.query?.byPath ?? [])].map(([name, alias]) => {
    if (!('of' in alias)) throw new Error(`${operation.id}: ${name} is in another form.`);
    return { operation, name, of: alias.of };
  }),
);

/** Two valid values of a parameter. */
const pairOf = ({ query }: Operation, name: string): readonly [string, string] => {
  const { kind, enumeration } = fieldOf(query!, name);
  if (kind === 'enumeration') return enumeration!().values.slice(0, 2) as [string, string];
  return kind === 'timestamp' ? ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z'] : ['0', '1'];
};

interface Answer {
  readonly error?: { readonly code: string; readonly message: string };
}

test('A list filtered by the time of its order accepts start_time and end_time', () => {
  const byTime = lists.filter(({ query }) =>
    ['created', 'created_at'].some((time) => fieldsByName(query!).has(`${time}_gte`)),
  );
  const without = byTime.filter(({ aliases }) =>
    ['start_time', 'end_time'].some((name) => !aliases?.query?.byPath.has(name)),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
  expect(byTime.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['listAllPayments', 'listRefunds', 'listPayouts', 'listDisputes', 'listMandates']),
  );
});

test('OpenAPI lists every query parameter with an alias', () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { parameters: { name: string; description: string }[] }>>;
  };
  for (const { operation, name, of } of named) {
    const { parameters } = paths[operation.path]![operation.method]!;
    const found = parameters.find((parameter) => parameter.name === name);
    expect([operation.id, name, found?.description]).toEqual([operation.id, name, `Alias of \`${of}\`.`]);
  }
});

test.for(named)(
  '$operation.path accepts $name as $of',
  async ({ operation, name, of }, { keyOf, merchant, service }) => {
    const key = operation.keys.includes('api_key') ? keyOf('api_key') : keyOf('admin_key');
    const [one, other] = pairOf(operation, of);
    const listId = operation.path.includes('{list_id}') ? await merchant.valueList() : '';
    const at = operation.path.replace('{account_id}', merchant.merchantId).replace('{list_id}', listId);
    const ask = async (query: Readonly<Record<string, string>>) => {
      const answer = await fetch(`${service.url}${at}?${new URLSearchParams(query)}`, {
        headers: { 'api-key': key },
      });
      return { status: answer.status, body: (await answer.json()) as Answer };
    };
    const theirs = await ask({ [name]: one });
    expect(theirs.status).toBe(200);
    expect(theirs).toEqual(await ask({ [of]: one }));
    expect(theirs).toEqual(await ask({ [of]: one, [name]: one }));
    const both = await ask({ [of]: one, [name]: other });
    expect([both.status, both.body.error?.code]).toEqual([400, 'parameters_exclusive']);
    expect(both.body.error?.message).toContain(name);
    expect(both.body.error?.message).toContain(of);
  },
);

test('A time range excludes rows outside it, and an offset skips rows before it', async ({
  merchant,
  service,
}) => {
  const { paymentId } = await merchant.paidPayment();
  const [newest, before] = [
    await merchant.dispute(paymentId, { created_at: new Date('2089-01-02T00:00:00Z') }),
    await merchant.dispute(paymentId, { created_at: new Date('2089-01-01T00:00:00Z') }),
  ];
  const ids = async (query: string) => {
    const answer = await fetch(`${service.url}/disputes/list?${query}`, {
      headers: { 'api-key': merchant.key },
    });
    return ((await answer.json()) as { dispute_id: string }[]).map(({ dispute_id }) => dispute_id);
  };
  expect(await ids('start_time=2089-01-01T00:00:00Z')).toEqual([newest, before]);
  expect(await ids('start_time=2089-01-02T00:00:00Z')).toEqual([newest]);
  expect(await ids('received_time.gt=2089-01-01T00:00:00Z')).toEqual([newest]);
  expect(await ids('start_time=2089-01-01T00:00:00Z&end_time=2089-01-01T12:00:00Z')).toEqual([before]);
  expect(await ids('limit=1&offset=1')).toEqual([before]);
});

test('An offset excludes cursors and search words', async ({ merchant, service }) => {
  for (const other of ['starting_after=cus_1', 'ending_before=cus_1', 'search=ann']) {
    for (const path of ['/customers', ...(other.startsWith('s') ? ['/customers/list'] : [])]) {
      const answer = await fetch(`${service.url}${path}?offset=1&${other}`, {
        headers: { 'api-key': merchant.key },
      });
      const { error } = (await answer.json()) as { error: { code: string; param: string } };
      expect([answer.status, error.code, error.param]).toEqual([400, 'parameters_exclusive', 'offset']);
    }
  }
  const answer = await fetch(`${service.url}/customers/list_with_count?offset=1&search=ann`, {
    headers: { 'api-key': merchant.key },
  });
  expect(answer.status).toBe(400);
});
