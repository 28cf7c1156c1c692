import { expect, vi } from 'vitest';
import { startDatabaseProxy } from '../../kit/database-proxy.ts';
import { figure } from '../../kit/figure.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

/** The clock of both processes stands still, so that only a notification can clear a cache. */
const at = new Date();
const SECOND_MS = 1_000;
const PATIENCE = { timeout: 60_000, interval: 50 };
/** The common text of statements that read a key or settings, and of no others in a confirmation. */
const ofSettings =
  /find_api_key|"(business_profiles|connector_accounts|merchant_accounts)"|from error_mappings/;

const test = base
  .extend('pair', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const common = { ...shared, now: () => at };
    const proxy = await startDatabaseProxy(shared.databaseUrl);
    const left = await startTestService(common);
    const right = await startTestService({
      ...common,
      // Its statements bypass the proxy; the listening connection does not.
      replaceDatabase: (database) => ({ ...database, url: proxy.url }),
    });
    onCleanup(async () => {
      await Promise.all([left.close(), right.close()]);
      await proxy.close();
    });
    return { left, right, proxy };
  })
  .extend('shop', ({ pair }) => sandboxShop(pair.left))
  /** Confirms a payment with a declined card, and returns the values that show its settings. */
  .extend('pay', ({ shop }) => async ({ url, statements }: TestService) => {
    const before = statements.length;
    const input = {
      amount: 1000,
      currency: 'USD',
      paymentMethodData: { card: graphqlCardOf(cards.declined) },
      confirm: true,
    };
    const selection = 'payment { created expiresOn unifiedCode }';
    const response = await mutate({ url, statements }, shop.key, 'createPayment', input, selection);
    const { created, expiresOn, unifiedCode } = response.payload?.payment ?? {};
    return {
      error: response.userErrors[0]?.code ?? response.errors[0]?.extensions.code ?? null,
      sessionS: (Date.parse(expiresOn) - Date.parse(created)) / SECOND_MS,
      unifiedCode,
      settingsReads: statements.slice(before).filter((text) => ofSettings.test(text)).length,
    };
  })
  /** Makes the other process cache everything a payment needs: the next payment then reads no settings. */
  .extend(
    'warm',
    ({ pair, pay }) =>
      () =>
        vi.waitFor(async () => {
          await pay(pair.right);
          expect((await pay(pair.right)).settingsReads).toBe(0);
        }, PATIENCE),
  )
  /** Changes settings through the first process. */
  .extend(
    'change',
    ({ pair, shop }) =>
      async (name: string, input: Record<string, unknown>, selection: string, admin = false) => {
        const key = admin ? pair.left.adminApiKey : shop.key;
        const { payload, userErrors } = await graphqlClient(pair.left, key).mutate(name, input, selection);
        expect(userErrors).toEqual([]);
        return payload;
      },
  );

const mapping = {
  connector: 'sandbox',
  flow: 'payment',
  subFlow: 'authorize',
  code: 'card_declined',
  message: '',
};
const decided = { status: 'Failure', decision: 'do_default', stepUpPossible: false, clearPanPossible: false };

test("Other processes are notified of one process's settings change and apply it", async ({
  change,
  pair,
  pay,
  shop,
  task,
  warm,
}) => {
  const { profileId, account, merchantId } = shop;
  let longestMs = 0;
  const acted = async (seen: (paid: Awaited<ReturnType<typeof pay>>) => void) => {
    const changedMs = performance.now();
    await vi.waitFor(async () => seen(await pay(pair.right)), PATIENCE);
    longestMs = Math.max(longestMs, performance.now() - changedMs);
  };
  await warm();
  await change('updateBusinessProfile', { profileId, sessionExpiry: 1_234 }, 'businessProfile { profileId }');
  await acted(({ sessionS }) => expect(sessionS).toBe(1_234));

  await warm();
  const fields = { ...mapping, ...decided, unifiedCode: 'UE_1000', unifiedMessage: 'Mapped.' };
  await change('createErrorMapping', fields, 'errorMapping { errorMappingId }', true);
  await acted(({ unifiedCode }) => expect(unifiedCode).toBe('UE_1000'));

  await warm();
  const off = { merchantConnectorId: account, disabled: true };
  await change('updateConnectorAccount', off, 'connectorAccount { disabled }');
  await acted(({ error }) => expect(error).toBe('no_connector_available'));

  await change('updateConnectorAccount', { ...off, disabled: false }, 'connectorAccount { disabled }');
  await warm();
  await change(
    'suspendMerchantAccount',
    { merchantId, reason: 'Test.' },
    'merchantAccount { merchantId }',
    true,
  );
  await acted(({ error }) => expect(error).toBe('merchant_suspended'));
  figure(task, `4 changes, each acted on after ${Math.ceil(longestMs)} ms at most`);
});

test('A process without notifications caches nothing', async ({ change, pair, pay, shop, warm }) => {
  const { profileId, merchantId } = shop;
  await warm();
  pair.proxy.cut();
  await vi.waitFor(async () => expect((await pay(pair.right)).settingsReads).toBeGreaterThan(0), PATIENCE);
  for (const sessionExpiry of [1_111, 2_222]) {
    await change('updateBusinessProfile', { profileId, sessionExpiry }, 'businessProfile { profileId }');
    expect((await pay(pair.right)).sessionS).toBe(sessionExpiry);
  }
  await change(
    'suspendMerchantAccount',
    { merchantId, reason: 'Test.' },
    'merchantAccount { merchantId }',
    true,
  );
  expect((await pay(pair.right)).error).toBe('merchant_suspended');
  pair.proxy.heal();
  await change('resumeMerchantAccount', { merchantId }, 'merchantAccount { merchantId }', true);
  await warm();
});
