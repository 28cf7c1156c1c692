import { afterAll, beforeAll, expect } from 'vitest';
import { conform } from '../conformance/suite.ts';
import { givenAccount, type LiveAccount, liveHarness } from '../live/live-vendor.ts';
import { adyenLive } from './live.ts';
import { MERCHANT_ACCOUNT } from './stand-in/notifications.ts';
import { API_KEY, type StandIn, startStandIn } from './stand-in/server.ts';

/** The account given to `npm run connector:check`, or one of the stand-in, called like Adyen. */
const given = givenAccount();
let standIn: StandIn | null = null;
beforeAll(async () => {
  if (!given) standIn = await startStandIn(() => new Date());
});
afterAll(async () => {
  expect(standIn?.violations() ?? []).toEqual([]);
  await standIn?.close();
});
const account = (): LiveAccount =>
  given ?? { credentials: { api_key: API_KEY, key1: MERCHANT_ACCOUNT }, baseUrl: standIn!.url };

conform({
  name: adyenLive.name,
  isLive: true,
  start: (environment) => liveHarness(adyenLive, account()).start(environment),
});
