import type { AuthorizeRequest, ConnectorAccess, Outcome } from '../../core/foundation/connector.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { type Behaviour, behaviourOf } from './cards.ts';
import { disputeOf } from './dispute.ts';
import { failureOf, isRefusal } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { answer } from './perform.ts';
import { settingsOf } from './settings.ts';
import { type Effect, findById } from './store.ts';
import { atOnce, byCustomer, type Course, hasSucceeded, inAWhile, newTransaction } from './transaction.ts';

const TOKEN_LENGTH = 32;

/** The token that stands in the form of a challenge. */
export const challengeToken = (parts: SandboxParts) => randomBase62(TOKEN_LENGTH, parts.randomBytes);

/** Authorizes a payment, and captures it where that is asked for: what comes of it is up to the card. */
export function authorize(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: AuthorizeRequest,
): Promise<Outcome> {
  return answer(parts, access, request, async (): Promise<Effect> => {
    const { behaviour, last4 } = await cardOf(parts, access, request);
    const fresh = newTransaction(parts, access, request);
    const course = courseOf(parts, access, request, behaviour, fresh.transaction_id);
    const awaits = course.outcome === null;
    const refused = course.outcome?.kind === 'failed';
    const transaction = {
      ...fresh,
      ...course,
      kind: 'authorize',
      behaviour,
      card_last4: last4,
      authorized: refused ? 0 : request.amount,
      captured: request.capture && !refused ? request.amount : 0,
      challenge_token: awaits ? challengeToken(parts) : null,
      return_url: request.returnUrl,
    } as const;
    const now = parts.now();
    const dispute = hasSucceeded(transaction, now) ? disputeOf(transaction, transaction.captured, now) : null;
    return { transaction, dispute };
  });
}

/** A mandate is the authorization that it was given with, so it goes on as that one's card does. */
async function cardOf(
  parts: SandboxParts,
  access: ConnectorAccess,
  { card, connectorMandateId }: AuthorizeRequest,
): Promise<{ behaviour: Behaviour; last4: string | null }> {
  if (card) return { behaviour: behaviourOf(card.number), last4: card.number.slice(-4) };
  const first = connectorMandateId ? await findById(parts, access, connectorMandateId) : null;
  return { behaviour: first?.behaviour ?? 'succeeds', last4: first?.card_last4 ?? null };
}

function courseOf(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: AuthorizeRequest,
  behaviour: Behaviour,
  transactionId: string,
): Course {
  const { challengesAll, decline } = settingsOf(access);
  const now = parts.now();
  if (decline === 'always') return atOnce(failureOf('card_declined', transactionId), now);
  if (isRefusal(behaviour) && decline !== 'never') return atOnce(failureOf(behaviour, transactionId), now);
  // Nobody is authenticated twice: not elsewhere and here, and not again for what they agreed to before.
  const mayChallenge = request.authentication === null && request.connectorMandateId === null;
  if (mayChallenge && (behaviour === 'challenge' || challengesAll)) return byCustomer(parts, transactionId);
  const done = succeeded(transactionId);
  return behaviour === 'timeout' ? inAWhile(done, now) : atOnce(done, now);
}

/** An authorization that succeeded serves as the mandate for later ones too. */
export const succeeded = (transactionId: string) =>
  ({
    kind: 'succeeded',
    connectorTransactionId: transactionId,
    connectorMandateId: transactionId,
  }) as const;
