import https from 'node:https';
import type { ApplePayIdentity } from '../foundation/apple-pay-identity.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import type { Ports } from '../foundation/ports/ports.ts';
import { resolveTarget } from '../foundation/resolve-target.ts';
import { describeFailure } from '../webhooks/post/failures.ts';
import { httpPost, PostFailed } from '../webhooks/post/http-post.ts';

/** Maximum size of a merchant session, which has a few KB. */
const SESSION_MAX = 48 * 1024;
const TIMEOUT_MS = 15_000;

/** The request for a merchant session. */
export interface MerchantSessionRequest {
  readonly certificate: NonNullable<ApplePayIdentity['certificate']>;
  readonly merchantIdentifier: string;
  /** The merchant's name on the sheet, at most 64 characters. */
  readonly displayName: string;
  /** The domain of the page, which is registered for the merchant identifier. */
  readonly domain: string;
}

/**
 * Apple opened no session. The message has only fixed words and codes, nothing from the certificate or Apple's response.
 */
export class MerchantSessionRefused extends Error {
  override readonly name = 'MerchantSessionRefused';
}

/**
 * Requests a merchant session from Apple's gateway with the merchant identity certificate (mutual TLS). The address comes
 * from the service, never from a browser, and resolves to public addresses only, as for webhooks.
 *
 * @throws {MerchantSessionRefused} if Apple returned no session, for any reason.
 * @throws {Problem} `outgoing_calls_off`.
 */
export async function requestMerchantSession(
  {
    applePayGateway,
    outgoing,
    webhookTargets,
  }: Pick<Ports, 'applePayGateway' | 'outgoing' | 'webhookTargets'>,
  { certificate, displayName, domain, merchantIdentifier }: MerchantSessionRequest,
): Promise<Record<string, unknown>> {
  requireOutgoingCalls({ outgoing });
  const body = Buffer.from(
    JSON.stringify({ merchantIdentifier, displayName, initiative: 'web', initiativeContext: domain }),
  );
  const agent = agentOf(certificate, applePayGateway.ca);
  try {
    const target = await resolveTarget(applePayGateway.url, webhookTargets);
    const { statusCode, text } = await httpPost({
      target,
      headers: {
        host: target.url.host,
        'content-type': 'application/json',
        'content-length': String(body.length),
        'accept-encoding': 'identity',
      },
      body,
      agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      keptMax: SESSION_MAX,
    });
    if (statusCode !== 200) throw new MerchantSessionRefused(`Apple's gateway answered ${statusCode}.`);
    return sessionIn(text);
  } catch (error) {
    if (error instanceof MerchantSessionRefused) throw error;
    const why = error instanceof PostFailed ? describeFailure(error.cause, error.stage).message : '';
    throw new MerchantSessionRefused(`Apple's gateway was not reached. ${why}`.trim());
  } finally {
    agent.destroy();
  }
}

/** A separate connection per request: another merchant's connection must never be used. */
function agentOf({ cert, key }: MerchantSessionRequest['certificate'], ca: string | undefined): https.Agent {
  try {
    return new https.Agent({ cert, key, minVersion: 'TLSv1.2', keepAlive: false, ...(ca ? { ca } : {}) });
  } catch {
    throw new MerchantSessionRefused('The merchant identity certificate cannot be used.');
  }
}

function sessionIn(text: string): Record<string, unknown> {
  try {
    const session: unknown = JSON.parse(text);
    if (typeof session === 'object' && session !== null && !Array.isArray(session)) {
      return session as Record<string, unknown>;
    }
  } catch {
    // Treated below as not JSON.
  }
  throw new MerchantSessionRefused("Apple's gateway answered with something other than a session.");
}
