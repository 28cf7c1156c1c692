import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import {
  type ConnectorFailure,
  mapError,
  unmappedError,
} from '../../../src/core/error-mappings/map-error.ts';
import { insertRow } from '../../kit/insert.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;

const failure: ConnectorFailure = {
  connector: 'sandbox',
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'card_declined',
  message: 'Declined.',
};
const map = (more: Partial<ConnectorFailure> = {}) => {
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  return mapError(service.contextFor(caller, 'req_test'), { ...failure, ...more });
};
let made = 0;
const record = (values: object) =>
  insertRow(service, ErrorMapping, {
    error_mapping_id: `gsm_${made++}`,
    ...failure,
    status: 'Failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    created_at: new Date(),
    modified_at: new Date(),
    ...values,
  });

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  await record({ message: '', unified_code: 'UE_1000', unified_message: 'Any.', decision: 'retry' });
  await record({ unified_code: 'UE_2000', unified_message: 'Very.', step_up_possible: true });
  await record({ code: 'wordless', clear_pan_possible: true });
});
afterAll(() => service.close());

test('An error mapping for the exact message is preferred', async () => {
  const before = service.statements.length;
  expect(await map()).toEqual({
    unified_code: 'UE_2000',
    unified_message: 'Very.',
    decision: 'do_default',
    step_up_possible: true,
    clear_pan_possible: false,
  });
  const sent = service.statements.slice(before).filter((text) => text.includes('error_mappings'));
  expect(sent).toHaveLength(1);
});

test('An error mapping without a message applies to any other message', async () => {
  const any = { unified_code: 'UE_1000', unified_message: 'Any.', decision: 'retry' };
  expect(await map({ message: 'declined.' })).toMatchObject(any);
  expect(await map({ message: '' })).toMatchObject(any);
  expect(await map({ message: 'cut\0off' })).toMatchObject(any);
});

test('An error mapping is found through the index, however many there are', async () => {
  const before = service.statements.length;
  await map();
  const text = service.statements.slice(before).find((sent) => sent.includes('error_mappings'))!;
  const client = await service.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`
      insert into error_mappings (error_mapping_id, connector, flow, sub_flow, code, message, status, decision,
        step_up_possible, clear_pan_possible, created_at, modified_at)
      select 'gsm_many_' || n, 'sandbox', 'payment', 'authorize', 'card_declined', 'Message ' || n, 'Failure',
        'do_default', false, false, now(), now()
      from generate_series(1, 3000) n`);
    await client.query('analyze error_mappings');
    const { rows } = await client.query(`explain ${text}`, Object.values(failure));
    expect(JSON.stringify(rows)).toContain('error_mappings_key');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('An error without a mapping gets the default unified error', async () => {
  for (const other of ['connector', 'flow', 'sub_flow', 'code'] as const) {
    expect(await map({ [other]: 'other' })).toEqual(unmappedError);
  }
});

test('An error mapping without a unified message gets the default one', async () => {
  expect(await map({ code: 'wordless' })).toEqual({ ...unmappedError, clear_pan_possible: true });
});
