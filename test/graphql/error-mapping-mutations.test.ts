import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../kit/graphql.ts';
import { mutate } from '../kit/mutate.ts';
import { seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

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
const selection = 'errorMapping { errorMappingId code message decision unifiedCode createdAt }';
const run = (name: string, input: Record<string, unknown>, key = service.adminApiKey) =>
  mutate(service, key, name, input, selection);
const create = async (code: string) =>
  (await run('createErrorMapping', { ...record, code })).payload.errorMapping;

describe('error mappings', () => {
  it('are created, updated and deleted', async () => {
    const made = await create('a');
    expect(made).toMatchObject({ code: 'a', message: '', decision: 'retry', unifiedCode: null });
    const { errorMappingId } = made;
    const updated = await run('updateErrorMapping', {
      errorMappingId,
      decision: 'requeue',
      unifiedCode: 'UE_1',
    });
    const expected = { ...made, decision: 'requeue', unifiedCode: 'UE_1' };
    expect(updated.payload.errorMapping).toEqual(expected);

    const input = { errorMappingId, idempotencyKey: 'del-1' };
    const deleted = await run('deleteErrorMapping', input);
    expect(deleted.payload).toEqual({ errorMapping: expected, userErrors: [] });
    expect((await run('deleteErrorMapping', input)).payload).toEqual(deleted.payload);
    const query = '($id: ID!) { errorMapping(errorMappingId: $id) { code } }';
    const data = await dataOf(service, service.adminApiKey, `query ${query}`, { id: errorMappingId });
    expect(data.errorMapping).toBeNull();
    expect((await run('deleteErrorMapping', { errorMappingId })).userErrors).toMatchObject([
      { code: 'resource_not_found' },
    ]);
  });

  it('are one for each error, also when moved', async () => {
    const [, two] = [await create('b'), await create('c')];
    const taken = [{ code: 'resource_already_exists', param: null }];
    expect((await run('createErrorMapping', { ...record, code: 'b' })).userErrors).toMatchObject(taken);
    const moved = await run('updateErrorMapping', { errorMappingId: two.errorMappingId, code: 'b' });
    expect(moved.userErrors).toMatchObject(taken);
    const cleared = await run('updateErrorMapping', { errorMappingId: two.errorMappingId, code: null });
    expect(cleared.userErrors).toMatchObject([{ code: 'invalid_parameter', param: 'code' }]);
  });

  it('take the admin key alone', async () => {
    const { key } = await seedMerchant(service);
    const { errors } = await run('createErrorMapping', { ...record, code: 'd' }, key);
    expect(errors[0]?.extensions.code).toBe('wrong_key_kind');
  });
});
