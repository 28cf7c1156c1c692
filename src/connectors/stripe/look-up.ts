import type Stripe from 'stripe';
import type { Connector, ConnectorAccess, LookUp } from '../../core/foundation/ports/connector.ts';
import type { LookUpRequest } from '../../core/foundation/ports/connector-requests.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { lookUpCancellation } from './cancel-payout.ts';
import { captured } from './capture.ts';
import { stripeClient } from './client.ts';
import { isMissing, sanitized } from './errors.ts';
import { outcomeOfIntent } from './intent-outcome.ts';
import { callOf, markedParts, searchByCall } from './marks.ts';
import { lookUpPayout } from './payout.ts';
import { EXPANDED_REFUND, outcomeOfRefund } from './refund.ts';
import { EXPANDED_INTENT } from './stored-response.ts';
import { isSetup, outcomeOfSetup } from './verify-method.ts';

/** Stripe keeps keys for at least a day. Until then the same request under its key gets its first response. */
const KEYS_KEPT_MS = 23 * 60 * 60_000;
/** Stripe's search includes new objects within a minute, or an hour during outages. */
const SEARCHABLE_AFTER_MS = 60 * 60_000;

/** After `not_found`: the object is up to date, and does not show the call. */
const notThere: LookUp = { kind: 'not_found', repeat: 'safe' };

const isKeyKept = ({ ageMs }: LookUpRequest): 'safe' | 'unsafe' => (ageMs < KEYS_KEPT_MS ? 'safe' : 'unsafe');

type Finder = (
  setup: ConnectorSetup,
  stripe: Stripe,
  request: LookUpRequest,
  access: ConnectorAccess,
) => Promise<LookUp>;

const retrieve = (stripe: Stripe, id: string) =>
  stripe.paymentIntents.retrieve(id, { expand: EXPANDED_INTENT });

/**
 * An authorization: by its identifier, or by our reference in its metadata. Search lags behind, so a payment may exist
 * although it is not found: repeating the request under its key finds it, as long as Stripe keeps the key.
 */
const authorization: Finder = async (setup, stripe, request) => {
  const { connectorTransactionId: id, idempotencyKey } = request;
  if (id !== null && isSetup(id)) return outcomeOfSetup(setup, await stripe.setupIntents.retrieve(id));
  if (id !== null) return outcomeOfIntent(setup, await retrieve(stripe, id));
  // Setups cannot be searched.
  if (request.money?.amount === 0) return { kind: 'cannot_tell', repeat: isKeyKept(request) };
  const { data } = await stripe.paymentIntents.search({ query: searchByCall(idempotencyKey), limit: 1 });
  const found = data.find(({ metadata }) => callOf(metadata)?.idempotencyKey === idempotencyKey);
  if (found) return outcomeOfIntent(setup, await retrieve(stripe, found.id));
  return request.ageMs < SEARCHABLE_AFTER_MS
    ? { kind: 'cannot_tell', repeat: 'safe' }
    : { kind: 'not_found', repeat: isKeyKept(request) };
};

/** A capture: by the mark that its request wrote into the payment's metadata. */
const capture: Finder = async (setup, stripe, { idempotencyKey, parentTransactionId: parent, reference }) => {
  if (parent === null) return { kind: 'cannot_tell', repeat: 'unsafe' };
  const intent = await retrieve(stripe, parent);
  const mark = markedParts('capture', intent.metadata).find((one) => one.idempotencyKey === idempotencyKey);
  if (!mark) return notThere;
  return captured(setup, intent, reference, stripeAmounts.fromVendor(mark.amount, intent.currency));
};

const increment: Finder = async (_setup, stripe, { idempotencyKey, parentTransactionId: parent }) => {
  if (parent === null) return { kind: 'cannot_tell', repeat: 'unsafe' };
  const intent = await retrieve(stripe, parent);
  const mark = markedParts('increment', intent.metadata).find((one) => one.idempotencyKey === idempotencyKey);
  if (!mark) return notThere;
  const moved = stripeAmounts.fromVendor(mark.amount, intent.currency);
  return { kind: 'succeeded', connectorTransactionId: intent.id, moved };
};

/**
 * A void: the authorization is cancelled, by whatever means. After a capture, a void and a final capture look the same: a
 * repeated request gets its first response, or is refused.
 */
const release: Finder = async (_setup, stripe, { parentTransactionId: parent }) => {
  if (parent === null) return { kind: 'cannot_tell', repeat: 'unsafe' };
  if (isSetup(parent)) {
    const { status } = await stripe.setupIntents.retrieve(parent);
    return status === 'canceled' ? { kind: 'succeeded', connectorTransactionId: parent } : notThere;
  }
  return (await retrieve(stripe, parent)).status === 'canceled'
    ? { kind: 'succeeded', connectorTransactionId: parent }
    : notThere;
};

/** A refund: by its identifier, or among the refunds of its payment, which Stripe lists without delay. */
const refund: Finder = async (setup, stripe, request) => {
  const { connectorTransactionId: id, idempotencyKey, parentTransactionId: parent } = request;
  const expand = EXPANDED_REFUND;
  if (id !== null) return outcomeOfRefund(setup, await stripe.refunds.retrieve(id, { expand }));
  if (parent === null) return { kind: 'cannot_tell', repeat: isKeyKept(request) };
  for await (const one of stripe.refunds.list({
    payment_intent: parent,
    limit: 100,
    expand: expand.map((path) => `data.${path}`),
  })) {
    if (callOf(one.metadata)?.idempotencyKey === idempotencyKey) return outcomeOfRefund(setup, one);
  }
  return { kind: 'not_found', repeat: isKeyKept(request) };
};

/** The cancellation of a payout: nothing is left to be sent, and the money is back. */
const cancellation: Finder = async (_setup, stripe, { parentTransactionId: parent }) =>
  parent === null ? { kind: 'cannot_tell', repeat: 'unsafe' } : lookUpCancellation(stripe, parent);

const finders: Readonly<Partial<Record<LookUpRequest['operation'], Finder>>> = {
  authorize: authorization,
  capture,
  increment,
  void: release,
  refund,
  recall: cancellation,
  fulfill: (setup, stripe, request) =>
    lookUpPayout(setup, stripe, request.connectorTransactionId, isKeyKept(request)),
};

/** Looks a call up. If Stripe does not know an identifier, the object never existed. */
export const lookUpOperation =
  (setup: ConnectorSetup): NonNullable<Connector['lookUp']> =>
  (access, request) =>
    sanitized(async () => {
      const find = finders[request.operation];
      if (!find) return { kind: 'cannot_tell', repeat: 'unsafe' };
      try {
        return await find(setup, stripeClient(setup, access, request.signal), request, access);
      } catch (error) {
        if (isMissing(error)) return { kind: 'cannot_tell', repeat: 'unsafe' };
        throw error;
      }
    });
