import type { AuthorizeRequest, Connector, ConnectorAccess } from '../../core/foundation/connector.ts';
import { type Behaviour, behaviourOf } from './cards.ts';
import type { SandboxContext } from './context.ts';
import { disputeOf } from './disputes.ts';
import { failureOf, isRefusal } from './failures.ts';
import { failsAddressCheck, orderOf } from './order.ts';
import { performPayment } from './perform.ts';
import { settingsOf } from './settings.ts';
import { findById } from './store.ts';
import {
  authorizationSuccess,
  type Course,
  challengeToken,
  decidedByCustomer,
  decidedLater,
  decidedNow,
  hasSucceeded,
  newTransaction,
} from './transaction.ts';

/** Authorizes a payment, and captures it if requested. The card number decides the outcome. */
export const authorizeOperation =
  (ctx: SandboxContext): NonNullable<Connector['authorize']> =>
  (access, request) =>
    performPayment(ctx, access, request, async () => {
      const { behaviour, last4 } = await cardOf(ctx, access, request);
      const draft = newTransaction(ctx, access, request);
      const course = courseOf(ctx, access, request, behaviour, draft.transaction_id);
      const waitsForCustomer = course.outcome === null;
      const refused = course.outcome?.kind === 'failed';
      const transaction = {
        ...draft,
        ...course,
        kind: 'authorize',
        behaviour,
        card_last4: last4,
        authorized: refused ? 0 : request.amount,
        captured: request.capture && !refused ? request.amount : 0,
        terms: request.terms,
        challenge_token: waitsForCustomer ? challengeToken(ctx) : null,
        order: orderOf(request.context),
        return_url: request.returnUrl,
      } as const;
      const now = ctx.now();
      const dispute = hasSucceeded(transaction, now)
        ? disputeOf(transaction, transaction.captured, now)
        : null;
      return { transaction, dispute };
    });

/** A mandate's identifier is that of the authorization that set it up, so it behaves as that card does. */
async function cardOf(
  ctx: SandboxContext,
  access: ConnectorAccess,
  { card, connectorMandateId }: AuthorizeRequest,
): Promise<{ behaviour: Behaviour; last4: string | null }> {
  if (card) return { behaviour: behaviourOf(card.number), last4: card.number.slice(-4) };
  const first = connectorMandateId ? await findById(ctx, access, connectorMandateId) : null;
  return { behaviour: first?.behaviour ?? 'succeeds', last4: first?.card_last4 ?? null };
}

function courseOf(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: AuthorizeRequest,
  behaviour: Behaviour,
  transactionId: string,
): Course {
  const { challengesAll, decline } = settingsOf(access);
  const now = ctx.now();
  if (decline === 'always') return decidedNow(failureOf('card_declined', transactionId), now);
  if (isRefusal(behaviour) && decline !== 'never')
    return decidedNow(failureOf(behaviour, transactionId), now);
  if (failsAddressCheck(request.context) && decline !== 'never')
    return decidedNow(failureOf('incorrect_zip', transactionId), now);
  // Never challenge twice: not after an external authentication, and not for a payment under a mandate.
  const mayChallenge = request.authentication === null && request.connectorMandateId === null;
  if (mayChallenge && (behaviour === 'challenge' || challengesAll || request.challengeRequested)) {
    return request.offSession
      ? decidedNow(failureOf('authentication_required', transactionId), now)
      : decidedByCustomer(ctx, transactionId);
  }
  const captured = request.capture ? request.amount : 0;
  const { terms } = request;
  const success = authorizationSuccess({ behaviour, captured, terms, transaction_id: transactionId }, now);
  return behaviour === 'timeout' ? decidedLater(success, now) : decidedNow(success, now);
}
