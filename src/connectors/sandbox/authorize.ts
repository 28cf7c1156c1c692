import type { PaymentContext } from '../../core/foundation/payment-context.ts';
import type { GiftCardMethod, PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess, StoredResponse } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { isMerchantInitiated, mandateOf } from '../../core/foundation/ports/credential-use.ts';
import type { SandboxContext } from './context.ts';
import { disputeOf } from './disputes.ts';
import { failureOf } from './failures.ts';
import { chargedGiftCard } from './gift-cards.ts';
import { behaviourOfMethod, cardEnd, chargedKind, refusalOf, shownToPay } from './methods.ts';
import { performPayment } from './perform.ts';
import { type PricedCard, settingsOf } from './settings.ts';
import { findById } from './store.ts';
import { type Behaviour, checksOf, factsOf, WRONG_ZIP } from './test-cards.ts';
import {
  authenticatedSuccess,
  authorizationSuccess,
  type Course,
  challengeToken,
  decidedByCustomer,
  decidedByTransfer,
  decidedLater,
  decidedNow,
  decidedOtherwise,
  finalFrom,
  hasSucceeded,
  isOnPage,
  newTransaction,
  orderOf,
  type SandboxTransaction,
  transferBefore,
} from './transaction.ts';

/**
 * Authorizes a payment, and captures it if requested. The number of the card or account, or the wallet's token,
 * decides the outcome.
 */
export const authorizeOperation =
  (ctx: SandboxContext): NonNullable<Connector['authorize']> =>
  (access, asked) =>
    performPayment(ctx, access, asked, async () => {
      const request = grantable(asked);
      const { behaviour, giftCard, known, last4 } = await chargedMethod(ctx, access, request);
      const draft = newTransaction(ctx, access, request);
      const decided = courseOf(ctx, access, request, behaviour, draft.transaction_id, known.card);
      const course = describedCourse(decided, { ...known, ...chargeOf(request, draft.transaction_id) });
      const refused = course.outcome?.kind === 'failed';
      const transaction = {
        ...draft,
        ...course,
        kind: 'authorize',
        behaviour,
        card_last4: last4,
        parent_id: giftCard?.transaction_id ?? null,
        authorized: refused ? 0 : request.amount,
        captured: request.capture && !refused ? request.amount : 0,
        terms: request.terms,
        challenge_token: isOnPage(course) ? challengeToken(ctx) : null,
        order: orderOf(request.context),
        return_url: request.returnUrl,
      } as const;
      const finalAt = finalFrom(course, ctx.now());
      const isDisputed = behaviour === 'disputed' && hasSucceeded(transaction, finalAt);
      const dispute = isDisputed ? disputeOf(transaction, transaction.captured, finalAt) : null;
      const parent = giftCard && !refused ? { parent: { before: giftCard, changes: {} } } : {};
      return { transaction, dispute, ...parent };
    });

/** Whether a method is a gift card by its number, whose balance the sandbox keeps. */
const isGivenCard = (method: PaymentMethodDetails): method is GiftCardMethod =>
  method.kind === 'gift_card' && 'number' in method;

/** The balance of a gift card covers the requested amount, and no later increase. */
const grantable = (request: AuthorizeRequest): AuthorizeRequest =>
  isGivenCard(request.method) ? { ...request, terms: { ...request.terms, incremental: false } } : request;

/** A mandate has the identifier of the authorization that set it up, so it behaves as that card does. */
async function chargedMethod(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: AuthorizeRequest,
): Promise<ChargedMethod> {
  const { context, credential, method } = request;
  if (isGivenCard(method)) {
    const { behaviour, row } = await chargedGiftCard(ctx, access, request, method);
    return { behaviour, last4: cardEnd(method), known: {}, giftCard: row };
  }
  const mandate = mandateOf(credential);
  const first = mandate ? await findById(ctx, access, mandate) : null;
  if (first) {
    const behaviour = first.forgotten ? 'card_declined' : first.behaviour;
    return { behaviour, last4: first.card_last4, known: knownOf(first), giftCard: null };
  }
  return {
    behaviour: behaviourOfMethod(method),
    last4: cardEnd(method),
    known: knownOfMethod(method, context),
    giftCard: null,
  };
}

/** The method that is charged, as the sandbox knows it. */
interface ChargedMethod {
  readonly behaviour: Behaviour;
  readonly last4: string | null;
  readonly known: KnownCard;
  /** The gift card that the payment takes from. */
  readonly giftCard: SandboxTransaction | null;
}

/** The facts about a card that the sandbox reports with every decision. */
type KnownCard = Pick<StoredResponse, 'card' | 'checks'>;

const knownOfMethod = (method: PaymentMethodDetails, { methodBilling }: PaymentContext): KnownCard =>
  method.kind === 'card'
    ? { card: factsOf(method.card), checks: checksOf(method.card, methodBilling?.address) }
    : {};

/** Under a mandate there is nothing to check. */
function knownOf({ first_outcome: first }: SandboxTransaction): KnownCard {
  return first.kind !== 'unknown' && first.card ? { card: first.card } : {};
}

/** The charge of a split payment. It has its own identifier. */
const chargeOf = ({ context }: AuthorizeRequest, transactionId: string): Pick<StoredResponse, 'chargeId'> =>
  context.split ? { chargeId: transactionId.replace(/^[^_]*/, 'ch') } : {};

/** Adds the card's facts to the sandbox's decision. */
function describedCourse(
  { first_outcome: first, outcome, settles_at }: Course,
  known: KnownCard & Pick<StoredResponse, 'chargeId'>,
): Course {
  return {
    first_outcome: { ...first, ...known },
    outcome: outcome && { ...outcome, ...known },
    settles_at,
  };
}

function courseOf(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: AuthorizeRequest,
  behaviour: Behaviour,
  transactionId: string,
  card: PricedCard = {},
): Course {
  const { decline } = settingsOf(access);
  const kind = chargedKind(request.method);
  const now = ctx.now();
  if (decline === 'always')
    return decidedNow(failureOf(refusalOf(kind, 'card_declined')!, transactionId), now);
  const code = decline === 'never' ? null : refusalFor(request, behaviour);
  const captured = request.capture ? request.amount : 0;
  const { amount, currency, terms } = request;
  const authorized = { amount, behaviour, captured, currency, terms, transaction_id: transactionId };
  const isFrictionless =
    passesUnchallenged(request, behaviour) && request.threeDs && request.authentication === null;
  const success = (isFrictionless ? authenticatedSuccess : authorizationSuccess)(authorized, now, card);
  const shown = shownToPay(request.method, transactionId, transferBefore(now));
  if (shown) return decidedByTransfer(success, shown, now, code === null);
  if (isDecidedLater(request.method) && code !== 'bank_unavailable') {
    // Banks take days to decide a debit, also to refuse it, and a customer a while to approve one in an app.
    return decidedLater(transactionId, code === null ? success : failureOf(code, transactionId), now);
  }
  if (code !== null) return decidedNow(failureOf(code, transactionId), now);
  if (refusesExemption(request, behaviour))
    return decidedNow(failureOf('exemption_refused', transactionId), now);
  if (isChallenged(access, request, behaviour)) {
    return isMerchantInitiated(request.credential)
      ? decidedNow(failureOf('authentication_required', transactionId), now)
      : decidedByCustomer(ctx, transactionId);
  }
  const declined = failureOf('card_declined', transactionId);
  if (behaviour === 'refused_then_paid') return decidedOtherwise(declined, success, now);
  if (behaviour === 'paid_then_refused') return decidedOtherwise(success, declined, now);
  return behaviour === 'timeout' ? decidedLater(transactionId, success, now) : decidedNow(success, now);
}

/** Whether a payment waits for a bank, or for its customer at an app. */
const isDecidedLater = (method: PaymentMethodDetails): boolean =>
  method.kind === 'bank_debit' ||
  (method.kind === 'bank_redirect' && method.code !== null) ||
  (method.kind === 'upi' && method.vpa !== null);

/** Whether the address check of a card's issuer fails. */
const failsAddressCheck = ({ methodBilling }: PaymentContext): boolean =>
  methodBilling?.address?.zip === WRONG_ZIP;

/** The issuer's or bank's decline code; null if it approves. Only issuers of cards check the address. */
function refusalFor(
  { authentication, context, credential, method }: AuthorizeRequest,
  behaviour: Behaviour,
): string | null {
  const kind = chargedKind(method);
  if (behaviour === 'declined_later' && isMerchantInitiated(credential))
    return refusalOf(kind, 'card_declined');
  if (kind === 'card' && isUnproven(authentication)) return 'authentication_failed';
  const failsCheck = kind === 'card' && failsAddressCheck(context);
  return refusalOf(kind, behaviour) ?? (failsCheck ? 'incorrect_zip' : null);
}

/** The ECIs of a payment whose cardholder was not authenticated, of Visa and of Mastercard. */
const unprovenEcis: ReadonlySet<string | null> = new Set(['07', '00']);

/** Whether 3-D Secure was run elsewhere, and its result does not prove that the cardholder was authenticated. */
const isUnproven = (authentication: AuthorizeRequest['authentication']): boolean =>
  authentication !== null && unprovenEcis.has(authentication.eci);

/** A mandate covers a charge, ours or the network's. */
const isCovered = ({ credential }: AuthorizeRequest): boolean =>
  mandateOf(credential) !== null ||
  (credential.kind === 'stored' &&
    credential.initiator === 'merchant' &&
    credential.networkTransactionId !== null);

/** The cards whose issuer demands authentication, unless it grants an exemption. */
const exemptionCards: ReadonlySet<Behaviour> = new Set(['exempts', 'refuses_exemption']);

const isExempted = ({ exemption, threeDs }: AuthorizeRequest): boolean => Boolean(exemption) && !threeDs;

/** A soft decline: the issuer wants 3-D Secure in place of the exemption. */
const refusesExemption = (request: AuthorizeRequest, behaviour: Behaviour): boolean =>
  behaviour === 'refuses_exemption' &&
  isExempted(request) &&
  request.authentication === null &&
  !isCovered(request);

/** Whether 3-D Secure authenticates the cardholder without a challenge. */
const passesUnchallenged = ({ challengeAvoided }: AuthorizeRequest, behaviour: Behaviour): boolean =>
  behaviour === 'frictionless' || (exemptionCards.has(behaviour) && challengeAvoided === true);

/** Never twice: not after an external authentication, and not for a payment under a mandate. */
function isChallenged(access: ConnectorAccess, request: AuthorizeRequest, behaviour: Behaviour): boolean {
  if (request.authentication !== null || isCovered(request)) return false;
  const isForced = request.challengeRequested || settingsOf(access).challengesAll;
  const onlyCards = request.method.kind === 'card' && isForced;
  if (behaviour === 'cancel_ignored') return true;
  if (behaviour === 'exempts' && isExempted(request)) return onlyCards;
  if (exemptionCards.has(behaviour) && !request.challengeAvoided) return true;
  return behaviour === 'challenge' || behaviour === 'redirect' || onlyCards;
}
