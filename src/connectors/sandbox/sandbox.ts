import type { Ability, Connector } from '../../core/foundation/connector.ts';
import { sandboxAcceptDispute, sandboxChallengeDispute } from './answer-dispute.ts';
import { sandboxAuthenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { capture } from './capture.ts';
import { contentSigner } from './content-signer.ts';
import { lookUp } from './look-up.ts';
import type { SandboxParts } from './parts.ts';
import { payout } from './payout.ts';
import { readWebhook } from './read-webhook.ts';
import { refund } from './refund.ts';
import { sessionToken } from './session-token.ts';
import { voidTransaction } from './void.ts';

const abilities: readonly Ability[] = [
  'authorize',
  'capture',
  'multiple_captures',
  'void',
  'refund',
  'payout',
  'authenticate',
  'session_token',
  'look_up',
  'webhooks',
];

/**
 * The connector that is built in: what it answers is up to the card's number and the account's metadata, it
 * needs no network, and no money moves. It does all that a connector can do, and keeps to what a good one
 * does: it acts once under a key, and what it decides later it tells by a signed webhook.
 */
export function sandboxConnector(parts: SandboxParts): Connector {
  const signing = { ...parts, sign: contentSigner() };
  return {
    name: 'sandbox',
    abilities: new Set(abilities),
    authorize: (access, request) => authorize(parts, access, request),
    capture: (access, request) => capture(parts, access, request),
    void: (access, request) => voidTransaction(parts, access, request),
    refund: (access, request) => refund(parts, access, request),
    payout: (access, request) => payout(parts, access, request),
    authenticate: (access, request) => sandboxAuthenticate(signing, access, request),
    sessionToken: (access, request) => sessionToken(access, request),
    challengeDispute: (access, id, evidence, basics) =>
      sandboxChallengeDispute(parts, access, id, evidence, basics),
    acceptDispute: (access, id, basics) => sandboxAcceptDispute(parts, access, id, basics),
    lookUp: (access, key, signal) => lookUp(parts, access, key, signal),
    readWebhook: (access, webhook) => readWebhook(parts.now(), access, webhook),
  };
}
