import { setTimeout as wait } from 'node:timers/promises';
import { callConnector } from '../connector-calls/call-connector.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Authentication } from '../entities/authentication.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { AuthenticationOutcome } from '../foundation/ports/connector.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { AuthenticationRequest, ThreeDsAuthentication } from './authentication-messages.ts';
import { recordAuthentication } from './record-authentication.ts';
import { type StartedAuthentication, startAuthentication } from './start-authentication.ts';

/** How often to check whether a concurrent request has its response. */
const POLL_MS = 100;

/**
 * Authenticates the cardholder through the profile's authentication connector. The connector is called once for
 * an attempt; repeated and concurrent requests get the same response. Unless a challenge follows, the payment is
 * authorized, or fails, at once. Specification: endpoint 4.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`;
 * `no_connector_available`; `connector_unreachable`, with nothing changed.
 */
export async function authenticatePayment(
  ctx: Context,
  paymentId: string,
  input: AuthenticationRequest,
): Promise<ThreeDsAuthentication> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const started = await inTransaction(ctx, (tx) => startAuthentication(tx, paymentId, input.client_secret));
    const { authentication, profile } = started;
    if (authentication.response) return responseOf(authentication.response, profile);
    if (started.kind === 'to_call') return responseOf(await authenticate(ctx, started, input), profile);
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
  input: AuthenticationRequest,
): Promise<AuthenticationOutcome> {
  const result = await callConnector(ctx, authentication, 'authenticate', (connector, access, signal) =>
    connector.authenticate(access, {
      ...subject,
      deviceChannel: input.device_channel,
      methodCompletion: input.threeds_method_comp_ind,
      sdk: input.sdk_information ? { ...input.sdk_information } : null,
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

/** Undoes the start, so that the next request may call the connector at once, under the same idempotency key. */
async function release(ctx: Context, authentication: Authentication | null): Promise<void> {
  const own = authentication ? withinMerchant(ctx, authentication.merchant_id) : ctx;
  await inTransaction(own, async (tx) => {
    if (authentication)
      (await lock(tx, Authentication, authentication.authentication_id)).asking_until = null;
    await ctx.idempotency?.release(tx);
  });
}

function responseOf(outcome: AuthenticationOutcome, profile: BusinessProfile): ThreeDsAuthentication {
  const { three_ds_requestor_app_url: appUrl, three_ds_requestor_url: url } =
    profile.authentication_connector_details ?? {};
  return {
    trans_status: outcome.transStatus,
    acs_url: outcome.acsUrl,
    challenge_request: outcome.challengeRequest,
    acs_reference_number: outcome.acsReferenceNumber,
    acs_trans_id: outcome.acsTransactionId,
    three_dsserver_trans_id: outcome.threeDsServerTransactionId,
    acs_signed_content: outcome.acsSignedContent,
    three_ds_requestor_url: url ?? null,
    three_ds_requestor_app_url: appUrl ?? null,
  };
}
