import { afterAll, beforeAll, expect } from 'vitest';
import { conform } from '../conformance/suite.ts';
import { givenAccount, type LiveAccount, liveHarness } from '../live/live-vendor.ts';
import { stripeLive } from './live.ts';
import { API_KEY, StandIn } from './stand-in/server.ts';

/** The account given to `npm run connector:check`, or one of the stand-in, called like Stripe. */
const given = givenAccount();
const standIn = given ? null : new StandIn(() => new Date());
beforeAll(() => standIn?.listen());
afterAll(async () => {
  expect(standIn?.violations ?? []).toEqual([]);
  await standIn?.close();
});
const account = (): LiveAccount =>
  given ?? {
    credentials: { api_key: API_KEY, publishable_key: 'pk_test_standin' },
    baseUrl: standIn!.url,
  };

conform({
  name: stripeLive.name,
  isLive: true,
  start: (environment) => liveHarness(stripeLive, account()).start(environment),
});
