import { queryService, type RunQuery } from './ask.ts';
import {
  isAbandoned,
  type Merchant,
  openEndpoint,
  portOf,
  readMerchant,
  readSessionEndpoints,
  removeEndpoint,
  type SessionEndpoint,
} from './endpoints.ts';
import { bodyText, lineOf, type Paint, printable } from './line.ts';
import type { ListenOptions } from './options.ts';
import { startReceiver } from './receiver.ts';

/** A session's output and randomness. */
export interface SessionMeans {
  readonly print: (line: string) => void;
  readonly paint: Paint;
  /** A number in [0, 1) that decides which webhooks fail under `--fail`. */
  readonly random: () => number;
}

/** A running session. */
export interface ListenSession {
  readonly port: number;
  /** Deletes the session's webhook endpoints and stops listening. Resolves to whether every endpoint was deleted. */
  stop(): Promise<boolean>;
}

/**
 * Starts listening, then creates a webhook endpoint in each profile. On failure those created so far are deleted.
 *
 * @throws {ListenError}
 */
export async function startSession(options: ListenOptions, means: SessionMeans): Promise<ListenSession> {
  const { print, paint, random } = means;
  const ask = queryService(options.serviceUrl, options.apiKey);
  const merchant = await readMerchant(ask, options.profileId);
  const keys = new Map<string, Uint8Array>();
  const receiver = await startReceiver({
    keys,
    port: options.port,
    delayMs: options.delayMs,
    statusFor: () => options.answerStatus ?? (random() * 100 < options.failPercent ? 500 : 200),
    onArrival: (arrival) => {
      print(lineOf(arrival, paint));
      if (options.showsBodies) print(bodyText(arrival.body));
    },
  });
  const { port } = receiver;
  const origin = `http://127.0.0.1:${port}`;
  const urlOf = (profileId: string) => new URL(encodeURIComponent(profileId), origin).href;
  try {
    const earlier = await clearEndpoints(ask, merchant, port, print);
    for (const { profileId } of merchant.profiles) {
      keys.set(profileId, await openEndpoint(ask, profileId, urlOf(profileId), earlier.get(profileId)));
    }
  } catch (error) {
    await removeAll(ask, port, print);
    await receiver.close();
    throw error;
  }
  print(`Listening for the webhooks of merchant ${merchant.merchantId}. Ctrl-C stops it.`);
  for (const { profileId, profileName } of merchant.profiles) {
    print(`  ${printable(profileName)}  ${urlOf(profileId)}`);
  }
  print('');
  return {
    port,
    stop: async () => {
      const succeeded = options.keepsEndpoints || (await removeAll(ask, port, print));
      await receiver.close();
      return succeeded;
    },
  };
}

/**
 * Deletes the endpoints of sessions on this machine that have ended, except those to take over.
 *
 * @returns The endpoints of an earlier session on this port, to take over, by profile.
 */
async function clearEndpoints(
  ask: RunQuery,
  { profiles }: Merchant,
  port: number,
  print: SessionMeans['print'],
): Promise<Map<string, SessionEndpoint>> {
  const kept = new Map<string, SessionEndpoint>();
  for (const endpoint of await readSessionEndpoints(ask)) {
    const { profileId, url } = endpoint;
    const isHere = portOf(endpoint) === port;
    if (isHere && !kept.has(profileId) && profiles.some((profile) => profile.profileId === profileId)) {
      kept.set(profileId, endpoint);
    } else if (isHere || (await isAbandoned(endpoint))) {
      await removeEndpoint(ask, endpoint);
      print(`Deleted the endpoint ${url} of an earlier session.`);
    }
  }
  return kept;
}

/**
 * Deletes the endpoints of this session. They are read anew: an endpoint may exist although its creation got no response, and a
 * deleted or redirected endpoint is left alone. A failure is printed and does not stop the others.
 */
async function removeAll(ask: RunQuery, port: number, print: SessionMeans['print']): Promise<boolean> {
  const endpoints = await readSessionEndpoints(ask).catch((error: Error) => {
    print(`The session's webhook endpoints may still exist; the next session deletes them. ${error.message}`);
    return null;
  });
  let succeeded = endpoints !== null;
  for (const endpoint of endpoints?.filter((each) => portOf(each) === port) ?? []) {
    try {
      await removeEndpoint(ask, endpoint);
      print(`Deleted the endpoint ${endpoint.url}.`);
    } catch (error) {
      succeeded = false;
      print(`The endpoint ${endpoint.endpointId} may still exist. ${(error as Error).message}`);
    }
  }
  return succeeded;
}
