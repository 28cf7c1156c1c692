import { setTimeout as wait } from 'node:timers/promises';
import { callConnector } from '../connector-calls/call-connector.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Authentication } from '../entities/authentication.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { AuthenticationOutcome } from '../foundation/ports/connector.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { AuthenticationRequest } from './authentication-messages.ts';
import { recordAuthentication } from './record-authentication.ts';
import {
  type CustomerProof,
  type StartedAuthentication,
  startAuthentication,
} from './start-authentication.ts';

/** How often to check whether a concurrent request has its response. */
const POLL_MS = 100;

/** The client information sent by the cardholder's browser or app. */
type Device = Pick<AuthenticationRequest, 'device_channel' | 'sdk_information'>;

/** The response of an authentication connector, and the profile that chose it. */
export interface Authenticated {
  readonly outcome: AuthenticationOutcome;
  readonly profile: BusinessProfile;
}

/**
 * Authenticates the cardholder through the profile's authentication connector. The connector is called once for an attempt;
 * repeated and concurrent requests get the same response. Unless a challenge follows, the payment is authorized, or fails,
 * at once.
 *
 * @throws {Problem} those of {@link startAuthentication}; `connector_unreachable`, with nothing changed.
 */
export async function runAuthentication(
  ctx: Context,
  paymentId: string,
  proof: CustomerProof,
  device: Device,
): Promise<Authenticated> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const started = await inTransaction(ctx, (tx) => startAuthentication(tx, paymentId, proof));
    const { authentication, profile } = started;
    if (authentication.response) return { outcome: authentication.response, profile };
    if (started.kind === 'to_call') return { outcome: await authenticate(ctx, started, device), profile };
    if (waitedMs >= ctx.ports.guard.deadlineMs) {
      await release(ctx, null);
      throw unreachable();
    }
    await wait(POLL_MS);
  }
}

const unreachable = () =>
  new Problem('connector_unreachable', 'The authentication connector did not respond. Repeat the request.');

/** Calls the connector, outside any transaction, and records the outcome. */
async function authenticate(
  ctx: Context,
  { authentication, subject }: Extract<StartedAuthentication, { kind: 'to_call' }>,
  device: Device,
): Promise<AuthenticationOutcome> {
  const result = await callConnector(ctx, authentication, 'authenticate', (connector, access, signal) =>
    connector.authenticate(access, {
      ...subject,
      deviceChannel: device.device_channel,
      sdk: device.sdk_information ? { ...device.sdk_information } : null,
      idempotencyKey: authentication.authentication_id,
      reference: authentication.payment_id,
      signal,
    }),
  );
  if (result.kind !== 'answered') {
    await release(ctx, authentication);
    throw unreachable();
  }
  const outcome = result.value;
  const own: Context = { ...withinMerchant(ctx, authentication.merchant_id), followsUp: true };
  const call = await inTransaction(own, (tx) => recordAuthentication(tx, authentication, outcome));
  await runCalls(ctx, call);
  return outcome;
}

/** Undoes the start, so that the next request can call the connector at once, with the same idempotency key. */
async function release(ctx: Context, authentication: Authentication | null): Promise<void> {
  const own = authentication ? withinMerchant(ctx, authentication.merchant_id) : ctx;
  await inTransaction(own, async (tx) => {
    if (authentication)
      (await lock(tx, Authentication, authentication.authentication_id)).asking_until = null;
    await ctx.idempotency?.release(tx);
  });
}
