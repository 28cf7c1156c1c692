import { setTimeout as wait } from 'node:timers/promises';
import { recordable } from '../connector-calls/connector-text.ts';
import { openConnectorAccount } from '../connector-calls/open-account.ts';
import { runCalls } from '../connector-calls/record-outcome.ts';
import { Authentication } from '../entities/authentication.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { AuthenticationOutcome } from '../foundation/connector.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { AuthenticationRequest } from './authentication-request.ts';
import { type Intended, intendAuthentication } from './intend-authentication.ts';
import { recordAuthentication } from './record-authentication.ts';
import type { ThreeDsAuthentication } from './three-ds-authentication.ts';

/** How often it is looked whether somebody else's ask has been answered. */
const POLL_MS = 100;

/**
 * Has the cardholder authenticated by the profile's authentication connector. The connector is asked once for
 * an attempt: asking again, also at the same time, is answered the same. Where no challenge follows, the
 * payment goes on at once, or fails. Specification: endpoint 4.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state`;
 * `no_connector_available`; `connector_unreachable`, and then nothing has changed.
 */
export async function authenticatePayment(
  ctx: Context,
  paymentId: string,
  given: AuthenticationRequest,
): Promise<ThreeDsAuthentication> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const intended = await inTransaction(ctx, (tx) =>
      intendAuthentication(tx, paymentId, given.client_secret),
    );
    const { authentication, profile } = intended;
    if (authentication.response) return answerOf(authentication.response, profile);
    if (intended.kind === 'to_ask') return answerOf(await ask(ctx, intended, given), profile);
    if (waitedMs >= ctx.guard.deadlineMs) {
      await giveUp(ctx, null);
      throw unreachable();
    }
    await wait(POLL_MS);
  }
}

const unreachable = () =>
  new Problem('connector_unreachable', 'The authentication connector did not answer. Ask again.');

/** Asks the connector, outside any transaction, and records what it says. */
async function ask(
  ctx: Context,
  intended: Extract<Intended, { kind: 'to_ask' }>,
  given: AuthenticationRequest,
): Promise<AuthenticationOutcome> {
  const { authentication } = intended;
  const outcome = await call(ctx, intended, given);
  if (!outcome) {
    await giveUp(ctx, authentication);
    throw unreachable();
  }
  const own = withinMerchant(ctx, authentication.merchant_id);
  const next = await inTransaction(own, (tx) => recordAuthentication(tx, authentication, outcome));
  await runCalls(ctx, next);
  return outcome;
}

async function call(
  ctx: Context,
  { authentication, subject }: Extract<Intended, { kind: 'to_ask' }>,
  given: AuthenticationRequest,
): Promise<AuthenticationOutcome | null> {
  const { authentication_id: id, merchant_connector_id: account, merchant_id: merchantId } = authentication;
  const reached = await openConnectorAccount(ctx, merchantId, account);
  const { access, connector } = reached ?? {};
  if (!access || !connector?.authenticate) return null;
  try {
    const outcome = await ctx.guard.run(`${merchantId}/${account}`, (signal) =>
      connector.authenticate!(access, {
        ...subject,
        deviceChannel: given.device_channel,
        methodCompletion: given.threeds_method_comp_ind,
        sdk: given.sdk_information ? { ...given.sdk_information } : null,
        idempotencyKey: id,
        reference: authentication.payment_id,
        signal,
      }),
    );
    return recordable(outcome);
  } catch {
    return null;
  }
}

/** Leaves everything as if nobody had asked: the next who asks may do so at once, under the same key. */
async function giveUp(ctx: Context, authentication: Authentication | null): Promise<void> {
  const own = authentication ? withinMerchant(ctx, authentication.merchant_id) : ctx;
  await inTransaction(own, async (tx) => {
    if (authentication)
      (await lock(tx, Authentication, authentication.authentication_id)).asking_until = null;
    await ctx.idempotency?.release(tx);
  });
}

function answerOf(outcome: AuthenticationOutcome, profile: BusinessProfile): ThreeDsAuthentication {
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
