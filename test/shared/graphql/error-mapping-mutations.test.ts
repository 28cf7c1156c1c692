import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const record = {
  connector: 'sandbox',
  flow: 'payment',
  subFlow: 'authorize',
  message: '',
  status: 'Failure',
  decision: 'retry',
  stepUpPossible: false,
  clearPanPossible: true,
};
const selection = 'errorMapping { errorMappingId code message decision unifiedCode createdAt neverMatches }';

const test = base
  .extend(
    'run',
    ({ graphqlAs, service }) =>
      (name: string, input: Record<string, unknown>, key = service.adminApiKey) =>
        graphqlAs(key).mutate(name, input, selection),
  )
  .extend(
    'create',
    ({ run }) =>
      async (code: string) =>
        (await run('createErrorMapping', { ...record, code })).payload.errorMapping,
  );

test('Error mappings are created, updated and deleted', async ({ adminGraphql, create, run }) => {
  const created = await create('a');
  expect(created).toMatchObject({ code: 'a', message: '', decision: 'retry', unifiedCode: null });
  const { errorMappingId } = created;
  const updated = await run('updateErrorMapping', {
    errorMappingId,
    decision: 'requeue',
    unifiedCode: 'UE_1',
  });
  const expected = { ...created, decision: 'requeue', unifiedCode: 'UE_1' };
  expect(updated.payload.errorMapping).toEqual(expected);

  const input = { errorMappingId, idempotencyKey: 'del-1' };
  const deleted = await run('deleteErrorMapping', input);
  expect(deleted.payload).toEqual({ errorMapping: expected, userErrors: [] });
  expect((await run('deleteErrorMapping', input)).payload).toEqual(deleted.payload);
  const query = '($id: ID!) { errorMapping(errorMappingId: $id) { code } }';
  const data = await adminGraphql.data(`query ${query}`, { id: errorMappingId });
  expect(data.errorMapping).toBeNull();
  expect((await run('deleteErrorMapping', { errorMappingId })).userErrors).toMatchObject([
    { code: 'resource_not_found' },
  ]);
});

test('createErrorMapping and updateErrorMapping reject a second mapping for the same error', async ({
  create,
  run,
}) => {
  const [, two] = [await create('b'), await create('c')];
  const taken = [{ code: 'resource_already_exists', param: null }];
  expect((await run('createErrorMapping', { ...record, code: 'b' })).userErrors).toMatchObject(taken);
  const moved = await run('updateErrorMapping', { errorMappingId: two.errorMappingId, code: 'b' });
  expect(moved.userErrors).toMatchObject(taken);
  const cleared = await run('updateErrorMapping', { errorMappingId: two.errorMappingId, code: null });
  expect(cleared.userErrors).toMatchObject([{ code: 'invalid_parameter', param: 'code' }]);
});

test('createErrorMapping requires the admin key', async ({ run, service }) => {
  const { key } = await seedMerchant(service);
  const { errors } = await run('createErrorMapping', { ...record, code: 'd' }, key);
  expect(errors[0]?.extensions.code).toBe('wrong_key_kind');
});

test('A mapping that can never match is accepted, with an explanation in GraphQL', async ({ run }) => {
  const marked = async (input: object) => {
    const { payload } = await run('createErrorMapping', { ...record, ...input }, undefined);
    return payload.errorMapping;
  };
  const wrong = await marked({ code: 'never', connector: 'sandbx' });
  expect(wrong).toMatchObject({ neverMatches: expect.stringContaining('No connector of this service') });
  expect(await marked({ code: 'sometimes', flow: 'Authorize', subFlow: 'sub_flow' })).toMatchObject({
    neverMatches: null,
  });
});
