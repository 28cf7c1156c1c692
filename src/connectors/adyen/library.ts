/**
 * The parts of `@adyen/api-library` that the connector uses. The package's index loads every API of Adyen, which takes
 * seconds and 40 MB at start; its files are imported one by one instead.
 */
import { createRequire } from 'node:module';
import type * as clientModule from '@adyen/api-library/lib/src/client.js';
import type clientInterface from '@adyen/api-library/lib/src/httpClient/clientInterface.js';
import type * as disputesModule from '@adyen/api-library/lib/src/services/disputesApi.js';
import type * as hmacModule from '@adyen/api-library/lib/src/utils/hmacValidator.js';

export { EnvironmentEnum } from '@adyen/api-library/lib/src/config.js';
export { ModificationsApi } from '@adyen/api-library/lib/src/services/checkout/modificationsApi.js';
export { OrdersApi } from '@adyen/api-library/lib/src/services/checkout/ordersApi.js';
export { PaymentsApi } from '@adyen/api-library/lib/src/services/checkout/paymentsApi.js';
export { RecurringApi } from '@adyen/api-library/lib/src/services/checkout/recurringApi.js';
export { UtilityApi } from '@adyen/api-library/lib/src/services/checkout/utilityApi.js';
export { InitializationApi } from '@adyen/api-library/lib/src/services/payout/initializationApi.js';
export { InstantPayoutsApi } from '@adyen/api-library/lib/src/services/payout/instantPayoutsApi.js';
export { ReviewingApi } from '@adyen/api-library/lib/src/services/payout/reviewingApi.js';
export type * as Checkout from '@adyen/api-library/lib/src/typings/checkout/models.js';
export type * as Disputes from '@adyen/api-library/lib/src/typings/disputes/models.js';
export type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
export type * as Payouts from '@adyen/api-library/lib/src/typings/payout/models.js';
export type { IRequest } from '@adyen/api-library/lib/src/typings/requestOptions.js';

/** The HTTP client of the package's services. */
export type ClientInterface = clientInterface.default;

// CommonJS modules with default exports, which Node.js and bundlers import differently: they are required instead.
const require = createRequire(import.meta.url);
const load = <Module>(file: string) => require(`@adyen/api-library/lib/src/${file}.js`) as Module;

export const Client = load<{ default: typeof clientModule.default.default }>('client').default;
export const DisputesApi = load<{ default: typeof disputesModule.default.default }>(
  'services/disputesApi',
).default;
export const HmacValidator = load<{ default: typeof hmacModule.default.default }>(
  'utils/hmacValidator',
).default;

/** A request or response of Adyen with its enumerations as the values on the wire. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends Date
    ? T
    : T extends object
      ? { [Name in keyof T]: Wire<T[Name]> }
      : T;
