import { createHash } from 'node:crypto';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { CallBasics } from '../../core/foundation/ports/connector-requests.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { RefusedRequestError } from '../exchange.ts';
import {
  Client,
  DisputesApi,
  EnvironmentEnum,
  InitializationApi,
  InstantPayoutsApi,
  type IRequest,
  ModificationsApi,
  OrdersApi,
  PaymentsApi,
  RecurringApi,
  ReviewingApi,
  UtilityApi,
} from './library.ts';
import { transport } from './transport.ts';

/** Adyen's longest idempotency key. */
const KEY_MAX = 64;

/** Opens the services of one account. */
export interface Adyen {
  readonly setup: ConnectorSetup;
  readonly payments: (access: ConnectorAccess) => PaymentsApi;
  readonly modifications: (access: ConnectorAccess) => ModificationsApi;
  readonly cardPayouts: (access: ConnectorAccess) => InstantPayoutsApi;
  readonly payouts: (access: ConnectorAccess) => InitializationApi;
  /** Reviews payouts, with a separate API key: Adyen does not let the submitter of a payout confirm it. */
  readonly reviews: (access: ConnectorAccess) => ReviewingApi;
  readonly disputes: (access: ConnectorAccess) => InstanceType<typeof DisputesApi>;
  /** Stored payment methods. */
  readonly tokens: (access: ConnectorAccess) => RecurringApi;
  /** Balances of gift cards. */
  readonly orders: (access: ConnectorAccess) => OrdersApi;
  /** Sessions of Apple Pay. */
  readonly utilities: (access: ConnectorAccess) => UtilityApi;
}

/** Whether an account's requests go to Adyen's live environment. */
export const isLive = (
  { environment }: Pick<ConnectorSetup, 'environment'>,
  access: ConnectorAccess,
): boolean => environment === 'live' && !access.testMode;

/** Adyen as the service reaches it. */
export function adyenServices(setup: ConnectorSetup): Adyen {
  const client = (access: ConnectorAccess, key: 'api_key' | 'key2' = 'api_key') => {
    const live = isLive(setup, access);
    const options = {
      apiKey: credential(access, key),
      environment: live ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
      ...(live ? { liveEndpointUrlPrefix: livePrefix(access) } : {}),
    };
    return new Client(options, transport(setup.baseUrl));
  };
  return {
    setup,
    payments: (access) => new PaymentsApi(client(access)),
    modifications: (access) => new ModificationsApi(client(access)),
    cardPayouts: (access) => new InstantPayoutsApi(client(access)),
    payouts: (access) => new InitializationApi(client(access)),
    reviews: (access) => new ReviewingApi(client(access, 'key2')),
    disputes: (access) => new DisputesApi(client(access)),
    tokens: (access) => new RecurringApi(client(access)),
    orders: (access) => new OrdersApi(client(access)),
    utilities: (access) => new UtilityApi(client(access)),
  };
}

const credential = ({ credentials }: ConnectorAccess, key: string): string => {
  const value = credentials[key];
  return typeof value === 'string' ? value : '';
};

/** The name of Adyen's merchant account. */
export const merchantAccount = (access: ConnectorAccess): string => credential(access, 'key1');

/** Whether payouts that were submitted are confirmed, too. */
export const confirmsPayouts = (access: ConnectorAccess): boolean => credential(access, 'key2') !== '';

/** The part of live addresses that is the company's own. */
function livePrefix({ metadata }: ConnectorAccess): string {
  const { endpoint_prefix: prefix } = metadata;
  // It becomes part of a host name that the API key is sent to.
  if (typeof prefix === 'string' && /^[A-Za-z0-9-]{1,63}$/.test(prefix)) return prefix;
  const message =
    "The account's metadata.endpoint_prefix must be the prefix of the company's live endpoints.";
  throw new RefusedRequestError('live_prefix_missing', message);
}

/**
 * The options of a request. Adyen performs it once per key, and repeats its first response.
 *
 * @param part Distinguishes the requests of one call.
 */
export function requestOptions({ idempotencyKey, signal }: CallBasics, part = ''): IRequest.Options {
  const key = part ? `${idempotencyKey}/${part}` : idempotencyKey;
  const isTaken = key.length <= KEY_MAX && !part;
  return { idempotencyKey: isTaken ? key : createHash('sha256').update(key).digest('hex'), signal };
}
