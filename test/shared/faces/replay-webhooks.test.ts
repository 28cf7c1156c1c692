import { expect } from 'vitest';
import { unpackJson } from '../../../src/core/foundation/packed-text.ts';
import { clientOf } from '../../kit/client.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const endpoint = {
  webhook_details: { webhook_url: 'https://shop.example/hooks' },
  payment_response_hash_key: 'signing',
};
const at = (hour: number) => new Date(Date.UTC(2026, 0, 31, hour)).toISOString();

interface Replayed {
  readonly code: string | null;
  readonly param: string | null;
  readonly count: number | null;
}
type Range = { readonly from: string; readonly to?: string; readonly types?: readonly string[] };

const test = base
  .extend('shop', ({ service }) => seedMerchant(service, endpoint))
  .extend('faces', ({ graphqlAs, service, shop }) => ({
    rest: async ({ from, to, types }: Range, key?: string): Promise<Replayed> => {
      const { body } = await clientOf(service).post('/events/replay', {
        key: shop.key,
        headers: key ? { 'idempotency-key': key } : {},
        body: { profile_id: shop.profileId, created_from: from, created_to: to, event_types: types },
      });
      const { error, event_count: count = null } = body;
      return { code: error?.code ?? null, param: error?.param ?? null, count };
    },
    graphql: async ({ from, to, types }: Range, key?: string): Promise<Replayed> => {
      const input = { profileId: shop.profileId, createdFrom: from, createdTo: to, eventTypes: types };
      const { payload, userErrors } = await graphqlAs(shop.key).mutate(
        'replayWebhooks',
        { ...input, ...(key ? { idempotencyKey: key } : {}) },
        'webhookReplay { eventCount }',
      );
      const [error] = userErrors;
      const count = payload.webhookReplay?.eventCount ?? null;
      return { code: error?.code ?? null, param: error?.param ?? null, count };
    },
  }))
  .extend('queued', ({ service, shop }) => async () => {
    const text = `
      select event_id, urgent from webhook_deliveries d join events e using (merchant_id, event_id)
      where merchant_id = $1 and redelivery and status = 'pending' order by e.sequence`;
    return service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
  });

for (const face of ['rest', 'graphql'] as const) {
  test(`A replay sends the events of a range again, of some types or all: ${face}`, async ({
    faces,
    queued,
    service,
    shop,
  }) => {
    const other = await shop.profile({ profile_name: 'other', ...endpoint });
    const event = (hour: number, row: object = {}) => shop.event({ created_at: new Date(at(hour)), ...row });
    await event(1);
    const first = await event(2, { event_type: 'payment_succeeded' });
    await event(3, { event_type: 'payment_failed' });
    await event(3, { event_type: 'payment_succeeded', test: true });
    await event(3, { event_type: 'payment_succeeded', profile_id: other });
    const delivered = await event(4, { event_type: 'payment_succeeded' });
    await shop.webhookDelivery(delivered, { status: 'delivered' });
    await shop.webhookDelivery(await event(4, { event_type: 'payment_succeeded' }), { status: 'pending' });
    await event(5, { event_type: 'payment_succeeded' });

    const range = { from: at(2), to: at(5) };
    const types = ['payment_succeeded'];
    expect(await faces[face]({ ...range, types }, 'once')).toEqual({ code: null, param: null, count: 2 });
    const both = [
      { event_id: first, urgent: false },
      { event_id: delivered, urgent: false },
    ];
    expect(await queued()).toEqual(both);
    // Under its key it is the same replay; without one, pending deliveries are not repeated.
    expect(await faces[face]({ ...range, types }, 'once')).toMatchObject({ count: 2 });
    expect(await queued()).toEqual(both);
    expect(await faces[face](range)).toMatchObject({ count: 1 });
    expect(await faces[face](range)).toMatchObject({ count: 0 });
    expect(await faces[face]({ from: at(0) })).toMatchObject({ count: 2 });

    const text = `select object_id, changes from audit_log where merchant_id = $1 and action = 'replayWebhooks'
      order by created_at, entry_id limit 1`;
    const [entry] = await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
    expect(entry!.object_id).toBe(shop.profileId);
    expect(
      (unpackJson(entry!.changes) as { field: string; after: unknown }[]).map(({ after, field }) => [
        field,
        after,
      ]),
    ).toEqual([
      ['endpoint_id', shop.profileId],
      ['created_from', at(2)],
      ['created_to', at(5)],
      ['event_types', types],
      ['event_count', 2],
    ]);
  });

  test(`A replay of more than 5 000 events is refused and sends none: ${face}`, async ({
    faces,
    queued,
    service,
    shop,
  }) => {
    const eventId = await shop.event({ created_at: new Date(at(1)) });
    const text = `
      insert into events (merchant_id, event_id, event_type, object_type, object_id, profile_id, body, created_at)
      select merchant_id, event_id || '_' || n, event_type, object_type, object_id, profile_id, body, created_at
      from events, generate_series(1, $2::int) n where event_id = $1 returning 1`;
    await service.database.rows.query({ text, values: [eventId, 5_000] }, null);
    const range = { from: at(0), to: at(2) };
    expect(await faces[face](range)).toEqual({ code: 'invalid_parameter', param: 'created_to', count: null });
    expect(await queued()).toEqual([]);
    await service.database.rows.query(
      { text: 'delete from events where event_id = $1', values: [eventId] },
      null,
    );
    expect(await faces[face](range)).toEqual({ code: null, param: null, count: 5_000 });
    expect(await queued()).toHaveLength(5_000);
    // Hand-made, with bodies of another event.
    const clear = `with gone as (delete from webhook_deliveries where merchant_id = $1),
        queue as (delete from pending_deliveries where merchant_id = $1)
      delete from events where merchant_id = $1`;
    await service.database.rows.query({ text: clear, values: [shop.merchantId] }, null);
  });
}
