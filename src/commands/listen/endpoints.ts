import { once } from 'node:events';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import type { RunQuery } from './ask.ts';
import { ListenError } from './options.ts';

/** Marks the endpoints of this machine's sessions, so that a later session recognises the leftovers of a crash. */
const description = `switchyard listen on ${hostname()}`;

/** A business profile to receive webhooks of. */
export interface Profile {
  readonly profileId: string;
  readonly profileName: string;
}

/** A merchant and its profiles to receive webhooks of. */
export interface Merchant {
  readonly merchantId: string;
  readonly profiles: readonly Profile[];
}

/** A webhook endpoint of a session on this machine. */
export interface SessionEndpoint {
  readonly endpointId: string;
  readonly profileId: string;
  readonly url: string;
}

interface Connection<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Node[];
}

/** Reads every page of a list. */
async function readAll<Node>(ask: RunQuery, list: string, members: string): Promise<Node[]> {
  const query = `query ListenTo($after: String) {
    list: ${list}(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${members} } }
  }`;
  const nodes: Node[] = [];
  let after: string | null = null;
  do {
    const page: Connection<Node> = (await ask<{ list: Connection<Node> }>(query, { after })).list;
    nodes.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return nodes;
}

/** Most profiles that an error message lists. */
const NAMED_MAX = 10;

/**
 * Reads the key's merchant with the requested profile, or with all profiles.
 *
 * @throws {ListenError} for a key of another kind, and for a profile that does not exist.
 */
export async function readMerchant(ask: RunQuery, profileId: string | null): Promise<Merchant> {
  const { viewer } = await ask<{ viewer: { keyKind: string; merchantId: string | null } }>(
    '{ viewer { keyKind merchantId } }',
  );
  const { keyKind, merchantId } = viewer;
  if (keyKind !== 'API_KEY' || merchantId === null) {
    throw new ListenError(
      "--api-key must be a merchant's API key (sk_test_…), not a publishable key or the admin API key.",
    );
  }
  const all = await readAll<Profile>(ask, 'businessProfiles', 'profileId profileName');
  const profiles = all.filter((profile) => profileId === null || profile.profileId === profileId);
  if (profiles.length > 0) return { merchantId, profiles };
  const known = all.slice(0, NAMED_MAX).map((profile) => profile.profileId);
  const hint = known.length > 0 ? `It has ${known.join(', ')}${all.length > NAMED_MAX ? ', …' : ''}.` : '';
  throw new ListenError(
    `Merchant ${merchantId} has no business profile${profileId === null ? '' : ` ${profileId}`}. ${hint}`.trim(),
  );
}

/** The endpoints of this machine's sessions, including killed ones and sessions with `--keep`. */
export async function readSessionEndpoints(ask: RunQuery): Promise<SessionEndpoint[]> {
  const members = 'endpointId profileId url description';
  const all = await readAll<SessionEndpoint & { description: string | null }>(
    ask,
    'webhookEndpoints',
    members,
  );
  return all.filter((endpoint) => endpoint.description === description && URL.canParse(endpoint.url));
}

/** The port that an endpoint's webhooks are sent to. */
export const portOf = ({ url }: SessionEndpoint): number => Number(new URL(url).port);

/** Whether the session of an endpoint has ended: nothing on this machine listens on its port. */
export async function isAbandoned(endpoint: SessionEndpoint): Promise<boolean> {
  const socket = connect(portOf(endpoint), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

const createMutation = `mutation Listen($input: CreateWebhookEndpointInput!) {
  opened: createWebhookEndpoint(input: $input) { secret userErrors { message param } }
}`;

const takeOverMutation = `mutation ListenAgain($update: UpdateWebhookEndpointInput!, $rotation: RotateWebhookSecretInput!) {
  updateWebhookEndpoint(input: $update) { userErrors { message param } }
  opened: rotateWebhookSecret(input: $rotation) { secret userErrors { message param } }
}`;

/**
 * Sends a profile's webhooks to a URL: by a new endpoint, or by the endpoint that an earlier session left for this URL. Its
 * pending webhooks then arrive too.
 *
 * @returns The key that signs them.
 * @throws {ListenError} if the service rejects the URL, or the profile has too many endpoints.
 */
export async function openEndpoint(
  ask: RunQuery,
  profileId: string,
  url: string,
  earlier?: SessionEndpoint,
): Promise<Uint8Array> {
  const endpointId = earlier?.endpointId;
  const input = { profileId, url, description };
  const update = { endpointId, url, disabled: false };
  const rotation = { endpointId, overlapSeconds: 0 };
  const { opened } = await (earlier
    ? ask<{ opened: { secret: string } }>(takeOverMutation, { update, rotation })
    : ask<{ opened: { secret: string } }>(createMutation, { input })
  ).catch((error: ListenError) => {
    if (error.param !== 'url') throw error;
    throw new ListenError(
      `The service does not send webhooks to ${url}: ${error.message} Start it with WEBHOOKS_TO_LOOPBACK=true, the default in development, to allow loopback addresses.`,
    );
  });
  return Buffer.from(opened.secret.replace(/^whsec_/, ''), 'base64');
}

const deleteMutation = `mutation StopListening($input: DeleteWebhookEndpointInput!) {
  deleteWebhookEndpoint(input: $input) { userErrors { message param } }
}`;

/**
 * Deletes an endpoint.
 *
 * @throws {ListenError} if the service is unreachable or refuses it.
 */
export const removeEndpoint = (ask: RunQuery, { endpointId }: SessionEndpoint): Promise<unknown> =>
  ask(deleteMutation, { input: { endpointId } });
