import { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { setScope } from '../../../src/database/scoped-query.ts';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { recordedEvents } from '../../kit/events.ts';
import { recordEvents } from '../../kit/record-events.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

interface Read {
  readonly ids?: readonly string[];
  readonly cursor?: string;
  readonly more?: boolean;
  readonly bodies?: readonly string[];
  readonly code?: string | null | undefined;
  readonly param?: string | null | undefined;
}
interface Asked {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly profile?: string;
}
type Listed = { event_id: string; body: string };

const test = base.extend('faces', ({ graphqlAs, service, shop }) => ({
  rest: async ({ after, limit, profile }: Asked, key = shop.key): Promise<Read> => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ after, limit, profile_id: profile })) {
      if (value !== undefined) query.set(name, String(value));
    }
    const { body } = await clientOf(service).get(`/event_feed?${query}`, { key });
    if (body.error) return { code: body.error.code, param: body.error.param };
    const events = body.events as Listed[];
    return {
      ids: events.map((event) => event.event_id),
      bodies: events.map((event) => event.body),
      cursor: body.next_cursor,
      more: body.has_more,
    };
  },
  graphql: async ({ after, limit, profile }: Asked, key = shop.key): Promise<Read> => {
    const { data, errors, statements } = await graphqlAs(key).run(
      `query ($after: String, $limit: Int, $profile: ID) {
         eventFeed(after: $after, limit: $limit, profileId: $profile) { events { eventId body } nextCursor hasMore } }`,
      { after: after ?? null, limit: limit ?? null, profile: profile ?? null },
    );
    if (errors.length > 0) return { code: errors[0]?.extensions.code, param: errors[0]?.extensions.param };
    expect(statements).toHaveLength(1);
    const { events, hasMore, nextCursor } = data.eventFeed;
    return {
      ids: events.map((event: { eventId: string }) => event.eventId),
      bodies: events.map((event: { body: string }) => event.body),
      cursor: nextCursor,
      more: hasMore,
    };
  },
}));

/** Reads until a page has this many events: it waits for running transactions that may have written earlier events. */
const readAll = (read: () => Promise<Read>, count: number) =>
  vi.waitFor(
    async () => {
      const page = await read();
      expect(page.ids).toHaveLength(count);
      return page;
    },
    { timeout: 60_000 },
  );

for (const face of ['rest', 'graphql'] as const) {
  test(`Reading from each cursor returns every event once, in commit order: ${face}`, async ({
    faces,
    service,
    shop,
  }) => {
    const record = (profileId = shop.profileId) =>
      recordEvents(
        service,
        [1, 2].map((n) => ({ merchantId: shop.merchantId, profileId, objectId: `pay_${n}` })),
      );
    const read = faces[face];
    const { cursor: latest, ids: none } = await read({ after: 'latest' });
    expect(none).toEqual([]);
    const other = await shop.profile({ profile_name: 'other' });
    const events = [...(await record()), ...(await record(other)), ...(await record())];
    const first = await readAll(() => read({ limit: 4 }), 4);
    expect(first.ids).toEqual(events.slice(0, 4));
    expect((await readAll(() => read({}), 6)).ids).toEqual(events);
    expect(await read({ limit: 4 })).toMatchObject({ ids: first.ids, more: true });
    const second = await readAll(() => read({ after: first.cursor, limit: 4 }), 2);
    expect(second).toMatchObject({ ids: events.slice(4), more: false });
    expect(await read({ after: second.cursor })).toMatchObject({ ids: [], more: false });
    expect((await read({ after: latest })).ids).toEqual(events);
    expect((await read({ profile: other })).ids).toEqual(events.slice(2, 4));
    const later = await record();
    expect((await readAll(() => read({ after: second.cursor }), 2)).ids).toEqual(later);
    expect(JSON.parse(first.bodies![0]!)).toMatchObject({
      event_id: events[0],
      event_type: 'payment_succeeded',
    });
  });

  test(`An unusable cursor is refused by name: ${face}`, async ({ faces, service, shop }) => {
    const read = faces[face];
    const { cursor } = await read({ after: 'latest' });
    const [position, sequence, ms] = Buffer.from(cursor!, 'base64url').toString().split('.');
    const made = (...parts: unknown[]) => Buffer.from(parts.join('.')).toString('base64url');
    const old = Number(ms) - 31 * 24 * 3_600_000;
    for (const [after, code] of [
      ['nonsense', 'invalid_parameter'],
      [`${cursor}=`, 'invalid_parameter'],
      [made(position, sequence), 'invalid_parameter'],
      [made('9'.repeat(19), sequence, ms), 'invalid_parameter'],
      [made(position, sequence, old), 'cursor_expired'],
      [made(BigInt(position!) + 1_000_000n, sequence, ms), 'cursor_expired'],
    ] as const) {
      expect(await read({ after }), after).toEqual({ code, param: 'after' });
    }
    expect(await read({ limit: 101 })).toMatchObject({ code: 'invalid_parameter', param: 'limit' });
    expect(await read({}, (await seedMerchant(service)).key)).toMatchObject({ ids: [] });
    const { profileId } = shop;
    const restricted = await clientOf(service).post(`/api_keys/${shop.merchantId}`, {
      key: shop.key,
      body: {
        name: 'one profile',
        profile_id: profileId,
        permissions: ['events:read', 'personal_data:read'],
      },
    });
    const key = restricted.body.secret as string;
    const other = await shop.profile({ profile_name: 'other' });
    expect(await read({ profile: other }, key)).toMatchObject({ code: 'not_permitted' });
    await recordEvents(
      service,
      [other, profileId].map((id) => ({ merchantId: shop.merchantId, profileId: id, objectId: 'pay_1' })),
    );
    await readAll(() => read({}, key), 1);
    expect((await readAll(() => read({}), 2)).ids).toHaveLength(2);
    expect((await read({}, key)).ids).toHaveLength(1);
  });
}

test('An event recorded early and committed late is not skipped', async ({ faces, service, shop }) => {
  const session = new Client({ connectionString: ownerUrl(service.database.url) });
  await session.connect();
  onTestFinished(() => session.end());
  const record = async () =>
    (
      await recordEvents(service, [
        { merchantId: shop.merchantId, profileId: shop.profileId, objectId: 'pay_1' },
      ])
    )[0];
  const before = await record();
  // A copy under another name, by an open transaction.
  await session.query('begin');
  await session.query(setScope(shop.merchantId));
  const [original] = await recordedEvents(service.database, shop.merchantId);
  await session.query(
    `insert into events (merchant_id, event_id, event_type, object_type, object_id, payment_id, profile_id, body,
                         created_at)
     select merchant_id, event_id || '0', event_type, object_type, object_id, payment_id, profile_id, $3, created_at
     from events where merchant_id = $2 and event_id = $1 returning event_id`,
    [before, shop.merchantId, original!.text.replace(before!, `${before}0`)],
  );
  const after = await record();
  const first = await readAll(() => faces.rest({}), 1);
  expect(first.ids).toEqual([before]);
  await session.query('commit');
  const second = await readAll(() => faces.rest({ after: first.cursor }), 2);
  expect(second.ids).toEqual([`${before}0`, after]);
});
