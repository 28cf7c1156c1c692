import type Stripe from 'stripe';
import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ChallengeDisputeRequest } from '../../core/foundation/ports/connector-requests.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeClient } from './client.ts';
import { sanitized } from './errors.ts';
import { ANY_TEXT, evidenceFields } from './evidence.ts';

/** Uploads the files, then submits all evidence at once: Stripe accepts one submission, and decides later. */
export const challengeOperation =
  (setup: ConnectorSetup): NonNullable<Connector['challengeDispute']> =>
  (access, request) =>
    sanitized(async () => {
      const stripe = stripeClient(setup, access, request.signal);
      await stripe.disputes.update(
        request.connectorDisputeId,
        { evidence: await evidenceOf(stripe, request), submit: true },
        { idempotencyKey: request.idempotencyKey },
      );
    });

async function evidenceOf(
  stripe: Stripe,
  { fields, files, idempotencyKey, text }: ChallengeDisputeRequest,
): Promise<Stripe.DisputeUpdateParams.Evidence> {
  const evidence: Record<string, string> = text === '' ? {} : { [ANY_TEXT]: text };
  for (const [name, value] of Object.entries(fields)) {
    if (takes(name, 'text')) evidence[name] = value;
  }
  for (const { content, contentType, field, name } of files) {
    if (!takes(field, 'file')) continue;
    const uploaded = await stripe.files.create(
      { purpose: 'dispute_evidence', file: { data: content, name, type: contentType } },
      { idempotencyKey: `${idempotencyKey}-${field}` },
    );
    evidence[field] = uploaded.id;
  }
  return evidence;
}

const takes = (name: string, kind: 'text' | 'file'): boolean =>
  evidenceFields.some((field) => field.name === name && field.takes === kind);

/** Accepts a dispute: Stripe closes it as lost. */
export const acceptOperation =
  (setup: ConnectorSetup): NonNullable<Connector['acceptDispute']> =>
  (access, { connectorDisputeId, idempotencyKey, signal }) =>
    sanitized(async () => {
      await stripeClient(setup, access, signal).disputes.close(connectorDisputeId, {}, { idempotencyKey });
    });
