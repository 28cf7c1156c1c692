import type {
  AuthenticateRequest,
  AuthenticationOutcome,
  ConnectorAccess,
} from '../../core/foundation/connector.ts';
import { challengeToken } from './authorize.ts';
import { type Behaviour, behaviourOf } from './cards.ts';
import type { ContentSigner } from './content-signer.ts';
import { failureOf } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { perform } from './perform.ts';
import { settingsOf } from './settings.ts';
import { atOnce, byCustomer, challengeUrl, newTransaction } from './transaction.ts';
import { uuid } from './uuid.ts';

const VERSION = '2.2.0';
const ACS_REFERENCE = 'SANDBOX-ACS-1';
/** What a network says of a cardholder who was authenticated. */
export const AUTHENTICATED_ECI = '05';
/** The code for a challenge that takes the whole window. */
const FULL_WINDOW = '05';

type Letter = AuthenticationOutcome['transStatus'];

const letters: Partial<Record<Behaviour, Letter>> = { challenge: 'C', card_declined: 'N', stolen_card: 'R' };

/** Authenticates a cardholder apart from any payment, as a 3-D Secure server and the card's issuer would. */
export async function sandboxAuthenticate(
  parts: SandboxParts & { readonly sign: ContentSigner },
  access: ConnectorAccess,
  request: AuthenticateRequest,
): Promise<AuthenticationOutcome> {
  if (!access.testMode) return authenticationOf(parts, request, 'R', '');
  const transaction = await perform(parts, access, request, async () => {
    const behaviour = behaviourOf(request.card?.number);
    const letter = letters[behaviour] ?? (settingsOf(access).challengesAll ? 'C' : 'Y');
    const fresh = newTransaction(parts, access, request);
    const id = fresh.transaction_id;
    const course =
      letter === 'C'
        ? byCustomer(parts, id)
        : atOnce(
            letter === 'Y' ? authenticatedOutcome(id) : failureOf('authentication_failed', id),
            parts.now(),
          );
    return {
      transaction: {
        ...fresh,
        ...course,
        kind: 'authenticate',
        behaviour,
        card_last4: request.card?.number.slice(-4) ?? null,
        authentication: authenticationOf(parts, request, letter, challengeUrl(parts, id)),
        challenge_token: letter === 'C' ? challengeToken(parts) : null,
        return_url: request.returnUrl,
      },
    };
  });
  return transaction.authentication!;
}

/** What a look-up of an authentication finds when the cardholder has proved who they are. */
export const authenticatedOutcome = (transactionId: string) =>
  ({
    kind: 'succeeded',
    connectorTransactionId: transactionId,
    raw: { trans_status: 'Y', eci: AUTHENTICATED_ECI },
  }) as const;

function authenticationOf(
  parts: SandboxParts & { readonly sign: ContentSigner },
  { deviceChannel }: AuthenticateRequest,
  transStatus: Letter,
  pageUrl: string,
): AuthenticationOutcome {
  const threeDSServerTransID = uuid(parts.randomBytes);
  const acsTransID = uuid(parts.randomBytes);
  const challenge = transStatus === 'C';
  const app = deviceChannel === 'APP';
  const challengeRequest = {
    threeDSServerTransID,
    acsTransID,
    messageVersion: VERSION,
    messageType: 'CReq',
    challengeWindowSize: FULL_WINDOW,
  };
  return {
    transStatus,
    // An app's own library talks to the issuer, at the address in what the issuer signed.
    acsUrl: challenge && !app ? pageUrl : null,
    challengeRequest: challenge ? Buffer.from(JSON.stringify(challengeRequest)).toString('base64url') : null,
    acsReferenceNumber: ACS_REFERENCE,
    acsTransactionId: acsTransID,
    threeDsServerTransactionId: threeDSServerTransID,
    acsSignedContent:
      challenge && app
        ? parts.sign({ acsTransID, acsReferenceNumber: ACS_REFERENCE, acsURL: pageUrl })
        : null,
    eci: transStatus === 'Y' ? AUTHENTICATED_ECI : null,
    dsTransactionId: uuid(parts.randomBytes),
    version: VERSION,
  };
}
