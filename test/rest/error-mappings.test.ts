import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { createDatabase } from '../kit/database.ts';
import { seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { namesOf } from './fields.ts';

let service: TestService;
let second: TestService;
let client: Client;

beforeAll(async () => {
  const shared = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  service = await startTestService(shared);
  second = await startTestService(shared);
  client = clientOf(service);
});

afterAll(async () => {
  await second.close();
  await service.close();
});

const record = {
  connector: 'sandbox',
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'card_declined',
  message: '',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: true,
  clear_pan_possible: false,
};
const create = (body: object) => client.post('/gsm', { key: service.adminApiKey, body });

describe('creating an error mapping', () => {
  it('answers exactly the fields of the specification; the message may be empty', async () => {
    const { status, body } = await create(record);
    expect(status).toBe(200);
    const unset = { router_error: null, unified_code: null, unified_message: null, error_category: null };
    expect(body).toEqual({ ...record, ...unset });
    expect(namesOf(body)).toHaveLength(13);
    const told = {
      code: 'full',
      router_error: 'R_1',
      unified_code: 'UE_1',
      unified_message: 'No.',
      error_category: 'frm_decline',
    };
    expect((await create({ ...record, ...told })).body).toEqual({ ...record, ...told });
  });

  it('wants all that identifies and decides', async () => {
    for (const name of Object.keys(record)) {
      const { [name as keyof typeof record]: _left, ...rest } = { ...record, code: 'partial' };
      const { status, body } = await create(rest);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'missing_parameter', name]);
    }
    for (const [name, value] of Object.entries({
      decision: 'again',
      error_category: 'x',
      step_up_possible: 'yes',
    })) {
      const { status, body } = await create({ ...record, code: 'partial', [name]: value });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', name]);
    }
  });

  it('refuses an error that has one, naming what tells errors apart', async () => {
    await create({ ...record, code: 'twice' });
    const { status, body } = await create({ ...record, code: 'twice', decision: 'requeue' });
    expect([status, body.error.code]).toEqual([409, 'resource_already_exists']);
    expect(body.error.message).toMatch(/connector, flow, sub_flow, code and message/);
    expect((await create({ ...record, code: 'twice', message: 'else' })).status).toBe(200);
  });

  it('lets one of many at once map an error, over two services', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const one = [service, second][i % 2]!;
        return clientOf(one).post('/gsm', { key: one.adminApiKey, body: { ...record, code: 'race' } });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });

  it('takes the admin key alone', async () => {
    const shop = await seedMerchant(service);
    const { status, body } = await client.post('/gsm', { key: shop.key, body: { ...record, code: 'mine' } });
    expect([status, body.error.code]).toEqual([403, 'wrong_key_kind']);
  });
});
