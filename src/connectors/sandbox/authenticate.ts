import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { AuthenticationOutcome, Connector } from '../../core/foundation/ports/connector.ts';
import type { AuthenticateRequest } from '../../core/foundation/ports/connector-requests.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { performOnce } from './perform.ts';
import { settingsOf } from './settings.ts';
import { type Behaviour, behaviourOf } from './test-cards.ts';
import {
  AUTHENTICATED_ECI,
  authenticationSuccess,
  CAVV,
  challengePageUrl,
  challengeToken,
  decidedByCustomer,
  decidedNow,
  newTransaction,
  orderOf,
  THREE_DS_VERSION,
} from './transaction.ts';

const ACS_REFERENCE = 'SANDBOX-ACS-1';
/** 3-D Secure's code for a full-screen challenge window. */
const FULL_WINDOW = '05';

type TransStatus = AuthenticationOutcome['transStatus'];
type ContentSigner = (content: object) => string;

const transStatuses: Partial<Record<Behaviour, TransStatus>> = {
  challenge: 'C',
  card_declined: 'N',
  stolen_card: 'R',
};

/** Whether the issuer demands a challenge, unless the merchant prefers none. */
const demands = ({ challengeAvoided }: AuthenticateRequest, behaviour: Behaviour): boolean =>
  (behaviour === 'exempts' || behaviour === 'refuses_exemption') && !challengeAvoided;

/** Authenticates a cardholder outside any payment, in the roles of the 3-D Secure server and the card's issuer. */
export const authenticateOperation = (ctx: SandboxContext): NonNullable<Connector['authenticate']> => {
  const signContent = contentSigner();
  return async (access, request) => {
    if (!access.testMode) return authenticationOf(signContent, request, 'R', '');
    const transaction = await performOnce(ctx, access, request, async () => {
      const behaviour = behaviourOf(request.card?.number);
      const transStatus =
        transStatuses[behaviour] ??
        (request.challengeRequested || settingsOf(access).challengesAll || demands(request, behaviour)
          ? 'C'
          : 'Y');
      const draft = newTransaction(ctx, access, request);
      const id = draft.transaction_id;
      const outcome =
        transStatus === 'Y' ? authenticationSuccess(id) : failureOf('authentication_failed', id);
      const challenged = transStatus === 'C';
      return {
        transaction: {
          ...draft,
          ...(challenged ? decidedByCustomer(ctx, id) : decidedNow(outcome, ctx.now())),
          kind: 'authenticate',
          behaviour,
          card_last4: request.card?.number.slice(-4) ?? null,
          authentication: authenticationOf(signContent, request, transStatus, challengePageUrl(ctx, id)),
          challenge_token: challenged ? challengeToken(ctx) : null,
          order: orderOf(request.context),
          return_url: request.returnUrl,
        },
      };
    });
    return transaction.authentication!;
  };
};

function authenticationOf(
  signContent: ContentSigner,
  { deviceChannel }: AuthenticateRequest,
  transStatus: TransStatus,
  pageUrl: string,
): AuthenticationOutcome {
  const threeDSServerTransID = randomUUID();
  const acsTransID = randomUUID();
  const challenged = transStatus === 'C';
  const app = deviceChannel === 'APP';
  const challengeRequest = {
    threeDSServerTransID,
    acsTransID,
    messageVersion: THREE_DS_VERSION,
    messageType: 'CReq',
    challengeWindowSize: FULL_WINDOW,
  };
  return {
    transStatus,
    // An app's 3-D Secure library takes the issuer's address from the signed content instead.
    acsUrl: challenged && !app ? pageUrl : null,
    challengeRequest: challenged ? base64Json(challengeRequest) : null,
    acsReferenceNumber: ACS_REFERENCE,
    acsTransactionId: acsTransID,
    threeDsServerTransactionId: threeDSServerTransID,
    acsSignedContent:
      challenged && app
        ? signContent({ acsTransID, acsReferenceNumber: ACS_REFERENCE, acsURL: pageUrl })
        : null,
    eci: transStatus === 'Y' ? AUTHENTICATED_ECI : null,
    cavv: transStatus === 'Y' ? CAVV : null,
    dsTransactionId: randomUUID(),
    version: THREE_DS_VERSION,
  };
}

/**
 * Signs the issuer's message to an app as a compact JWS (RFC 7515, ES256), with a key that lives as long as the
 * process. The header carries the bare public key in place of an issuer's certificates, so it proves nothing.
 */
function contentSigner(): ContentSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = base64Json({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) });
  return (content) => {
    const signed = `${header}.${base64Json(content)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
}

const base64Json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
