import { test as base } from 'vitest';
import { type ApiResponse, type Client, clientOf, type RequestOptions } from './client.ts';
import { type GraphqlClient, graphqlClient } from './graphql-client.ts';
import { freshPlace, ordinaryService } from './ordinary-service.ts';
import { seedMerchant } from './seed.ts';
import { startTestService, type TestServiceOptions } from './service.ts';

/** A {@link Client} that sends a merchant's API key. */
export interface ApiClient {
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
}

/** The options of files without any. */
const ordinary: TestServiceOptions = {};

/**
 * Tests with a running service. Each fixture is set up only if a test, hook or other fixture asks for it.
 *
 * Each test gets a fresh merchant, so tests need no cleaning up and cannot depend on each other. Files that give no
 * options share one service and one database per worker. When a file ends, the invariants of {@link startTestService} are
 * checked for the merchants that it made.
 *
 * ```ts
 * import { expect } from 'vitest';
 * import { test } from './test.ts';
 *
 * test('GET /payments/{id} returns a payment of the merchant', async ({ api, shop }) => {
 *   const id = await shop.payment({ amount: 1000 });
 *   expect((await api.get(`/payments/${id}`)).body).toMatchObject({ payment_id: id, amount: 1000 });
 * });
 * ```
 *
 * A file adds its own helpers as fixtures. It configures its service through `serviceOptions`, and then has a service
 * and a database of its own, cloned from the migrated template:
 *
 * ```ts
 * const test = base
 *   .extend('serviceOptions', { scope: 'file' }, () => ({ connectorDeadlineMs: 700 }))
 *   .extend('confirm', ({ api }) => (id: string) => api.post(`/payments/${id}`, { confirm: true }));
 * ```
 *
 * Write titles as whole sentences about the product.
 */
export const test = base
  .extend('serviceOptions', { scope: 'file' }, (): TestServiceOptions => ordinary)
  /** The database of the file's service, and the services' shared key. */
  .extend('shared', { scope: 'file' }, ({ serviceOptions }) =>
    serviceOptions === ordinary ? ordinaryService.place() : freshPlace(),
  )
  .extend('service', { scope: 'file' }, async ({ shared, serviceOptions }, { onCleanup }) => {
    if (serviceOptions === ordinary) {
      onCleanup(() => ordinaryService.checkFile());
      return ordinaryService.forNextFile();
    }
    const service = await startTestService({ ...shared, ...serviceOptions });
    onCleanup(() => service.close());
    return service;
  })
  /** A second process of the service, on the same database, with its own admin key. */
  .extend('secondService', { scope: 'file' }, async ({ shared, serviceOptions }, { onCleanup }) => {
    const second = await startTestService({ ...shared, ...serviceOptions });
    onCleanup(() => second.stop());
    return second;
  })
  /** A REST client without a key. */
  .extend('client', { scope: 'file' }, ({ service }): Client => clientOf(service))
  /** A fresh merchant with a profile and an API key. */
  .extend('shop', ({ service }) => seedMerchant(service))
  /** Another merchant of the same service. */
  .extend('otherShop', ({ service }) => seedMerchant(service))
  /** The REST API as `shop` calls it, with its API key. */
  .extend(
    'api',
    ({ client, shop: { key } }): ApiClient => ({
      get: (path, options) => client.get(path, { key, ...options }),
      post: (path, body, options) => client.post(path, { key, body, ...options }),
    }),
  )
  /** The GraphQL API as the holder of any key calls it, or as a caller without one. */
  .extend(
    'graphqlAs',
    { scope: 'file' },
    ({ service }) =>
      (key: string | null): GraphqlClient =>
        graphqlClient(service, key),
  )
  /** The GraphQL API as `shop` calls it, with its API key. */
  .extend('graphql', ({ graphqlAs, shop }) => graphqlAs(shop.key))
  /** The GraphQL API with the admin key. */
  .extend('adminGraphql', { scope: 'file' }, ({ graphqlAs, service }) => graphqlAs(service.adminApiKey));

/**
 * Like {@link test}, with a separate service and database for the file: for state shared by merchants, such as error
 * mappings and limits per address, and for statements that see all rows.
 */
export const testApart = test.extend('serviceOptions', { scope: 'file' }, (): TestServiceOptions => ({}));
