import { expect } from 'vitest';
import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import {
  mapError,
  type ReportedError,
  unmappedError,
} from '../../../../src/core/error-mappings/map-error.ts';
import { withSession } from '../../../../src/database/sessions.ts';
import { ownerUrl } from '../../../kit/database.ts';
import { insertRow } from '../../../kit/insert.ts';
import type { TestService } from '../../../kit/service.ts';
import { testApart as base } from '../../../kit/test.ts';

const failure: ReportedError = {
  connector: 'sandbox',
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'card_declined',
  message: 'Declined.',
};
let mappings = 0;
const record = (service: TestService, values: object) =>
  insertRow(service, ErrorMapping, {
    error_mapping_id: `gsm_${mappings++}`,
    ...failure,
    status: 'Failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    created_at: new Date(),
    modified_at: new Date(),
    ...values,
  });

const test = base.extend('map', ({ service, shop }) => (more: Partial<ReportedError> = {}) => {
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  return mapError(service.contextFor(caller, 'req_test'), { ...failure, ...more });
});

test.beforeAll(async ({ service }) => {
  await record(service, { message: '', unified_code: 'UE_1000', unified_message: 'Any.', decision: 'retry' });
  await record(service, { unified_code: 'UE_2000', unified_message: 'Very.', step_up_possible: true });
  await record(service, { code: 'wordless', clear_pan_possible: true });
});

test('An error mapping for the exact message is preferred', async ({ map, service }) => {
  const before = service.statements.length;
  expect(await map()).toEqual({
    unified_code: 'UE_2000',
    unified_message: 'Very.',
    decision: 'do_default',
    step_up_possible: true,
    clear_pan_possible: false,
    error_category: null,
    router_error: null,
    status: 'Failure',
  });
  const sent = service.statements.slice(before).filter((text) => text.includes('error_mappings'));
  expect(sent).toHaveLength(1);
});

test('An error mapping without a message applies to any other message', async ({ map }) => {
  const any = { unified_code: 'UE_1000', unified_message: 'Any.', decision: 'retry' };
  expect(await map({ message: 'declined.' })).toMatchObject(any);
  expect(await map({ message: '' })).toMatchObject(any);
  expect(await map({ message: 'cut\0off' })).toMatchObject(any);
});

// The nodes of a cluster have separate plans.
test.skipIf(process.env.TEST_CITUS_URL)(
  'An error mapping is found through an index, however many exist',
  async ({ map, service }) => {
    const before = service.statements.length;
    await map({ message: 'found nowhere' });
    const text = service.statements.slice(before).find((sent) => sent.includes('error_mappings'))!;
    // Only the owner may gather statistics. Ending the session rolls back.
    await withSession(ownerUrl(service.database.url), async (client) => {
      await client.query('begin');
      await client.query(`
      insert into error_mappings (error_mapping_id, connector, flow, sub_flow, code, message, status, decision,
        step_up_possible, clear_pan_possible, created_at, modified_at)
      select 'gsm_many_' || n, 'sandbox', 'payment', 'authorize', 'card_declined', 'Message ' || n, 'Failure',
        'do_default', false, false, now(), now()
      from generate_series(1, 3000) n`);
      await client.query('analyze error_mappings');
      const { connector, code, message } = failure;
      const { rows } = await client.query(`explain ${text}`, [connector, code, message]);
      expect(JSON.stringify(rows)).toContain('error_mappings_error');
    });
  },
);

test('An error without a mapping gets the default unified error', async ({ map }) => {
  for (const other of ['connector', 'flow', 'sub_flow', 'code'] as const) {
    expect(await map({ [other]: 'other' })).toEqual(unmappedError);
  }
});

test('An error mapping without a unified message gets the default one', async ({ map }) => {
  expect(await map({ code: 'wordless' })).toMatchObject({
    unified_code: unmappedError.unified_code,
    unified_message: unmappedError.unified_message,
    clear_pan_possible: true,
  });
});

test('Among mappings of one error, the one with the fewest steps is preferred, in any spelling', async ({
  map,
  service,
}) => {
  const code = 'spelled';
  const whole = { code, message: '', sub_flow: '' };
  await record(service, { ...whole, flow: '', unified_code: 'UE_1' });
  await record(service, { ...whole, flow: 'Payment', unified_code: 'UE_2' });
  await record(service, { ...whole, flow: 'payment_capture', sub_flow: 'sub_flow', unified_code: 'UE_3' });
  expect(await map({ code })).toMatchObject({ unified_code: 'UE_2' });
  expect(await map({ code, sub_flow: 'capture' })).toMatchObject({ unified_code: 'UE_3' });
  expect(await map({ code, flow: 'refund', sub_flow: 'refund' })).toMatchObject({ unified_code: 'UE_1' });
});
