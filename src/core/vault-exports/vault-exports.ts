import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { rsaPublicKeyOf } from '../cards/encrypt-card.ts';
import {
  EXPORT_APPROVALS,
  PaymentMethodExport,
  PaymentMethodExportFile,
} from '../entities/payment-method-export.ts';
import { exportStates } from '../entities/states/export-states.ts';
import { type Context, requirePerson } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireSecondFactor } from '../foundation/require-second-factor.ts';
import { requireState, transition } from '../foundation/state-machine.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { requireApprover } from './approvers.ts';
import { reportExport } from './report-export.ts';

const TO_STOP = 'If you do not expect it, stop it on the page Reports of the dashboard.';
const APPROVE_MS = 60 * 60_000;
/** Maximum age of an approver's second factor. */
const APPROVING_FACTOR_MS = 5 * 60_000;

@Input({ about: 'Parameters for requesting an export of payment methods.' })
export class PaymentMethodExportRequest {
  @f.Text('Public RSA key of the receiver, of at least 2048 bits: as PEM, or as a JWK in JSON.', {
    required: true,
    max: 4096,
    example: '{"kty":"RSA","n":"…","e":"AQAB"}',
    redirectsNothing: 'guarded_by_operation',
    holds: 'token',
  })
  public_key!: string;
}

/** Parses a JWK in JSON; null for anything else. */
function jwkOf(text: string): KeyObject | null {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    return 'd' in jwk ? null : createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/** @throws {Problem} `invalid_parameter`, without quoting the key: it may be private. */
function receiversKey(text: string): KeyObject {
  const pem = jwkOf(text)?.export({ type: 'spki', format: 'pem' }) ?? text;
  const key = rsaPublicKeyOf(String(pem));
  if (key) return key;
  throw invalidParameter(
    'public_key',
    'public_key must be a public RSA key of at least 2048 bits, as PEM or as a JWK in JSON.',
  );
}

/**
 * Requests an export of the merchant's payment methods, which two people must approve within an hour; returns its
 * identifier. All owners are notified.
 *
 * @throws {Problem} `second_factor_required` for a person; `invalid_parameter` for an unusable public key.
 */
export async function requestExport(ctx: Context, request: PaymentMethodExportRequest): Promise<string> {
  requireSecondFactor(ctx);
  const key = receiversKey(request.public_key);
  return inTransaction(ctx, async (tx) => {
    const now = tx.ports.now();
    const asked = Object.assign(new PaymentMethodExport(), {
      merchant_id: requireMerchant(tx),
      export_id: tx.ports.ids.make('vex'),
      status: 'awaiting_approval' as const,
      public_key: String(key.export({ type: 'spki', format: 'pem' })),
      public_key_sha256: createHash('sha256')
        .update(key.export({ type: 'spki', format: 'der' }))
        .digest('hex'),
      requested_by: callerId(tx),
      approvals: [],
      approve_before: new Date(now.getTime() + APPROVE_MS),
      rows_done: 0,
      files_done: 0,
      created_at: now,
    });
    await insert(tx, asked, false);
    await reportExport(tx, asked, `was asked for. Two people have to approve it within an hour. ${TO_STOP}`);
    return asked.export_id;
  });
}

function callerId({ caller }: Context): string {
  if (caller.kind === 'api_key') return caller.keyId;
  if (caller.kind === 'person') return caller.personId;
  return (caller.kind === 'admin_key' && caller.holder?.id) || caller.kind;
}

/**
 * Approves an export as a person. With the second approval all owners are notified, and its files are written after a
 * delay in which it can be stopped.
 *
 * @throws {Problem} `wrong_key_kind` for any caller but a person; `second_factor_required`; `resource_not_found`;
 *   `not_permitted` as {@link requireApprover}; `unexpected_state` if the person has already approved it, or it can no
 *   longer be approved.
 */
export async function approveExport(ctx: Context, exportId: string): Promise<void> {
  const { personId } = requirePerson(ctx.caller);
  requireSecondFactor(ctx, { withinMs: APPROVING_FACTOR_MS });
  return inTransaction(ctx, async (tx) => {
    const asked = await lock(tx, PaymentMethodExport, exportId);
    const now = tx.ports.now();
    requireState('payment method export', exportStates, 'approve', asked.status);
    if (asked.approve_before <= now)
      throw new Problem(
        'unexpected_state',
        'The export can no longer be approved: approval is possible for one hour. Request another export.',
      );
    if (asked.approvals.some(({ person_id }) => person_id === personId))
      throw new Problem(
        'unexpected_state',
        'You have already approved the export; another person must approve it too.',
      );
    await requireApprover(tx, asked, personId);
    asked.approvals = [...asked.approvals, { person_id: personId, approved_at: now.toISOString() }];
    if (asked.approvals.length < EXPORT_APPROVALS) return;
    asked.status = transition(exportStates, asked.status, 'approved');
    asked.starts_at = new Date(now.getTime() + tx.ports.exportRules.delayMs);
    await reportExport(
      tx,
      asked,
      `was approved by two people. Its files are written from ${asked.starts_at.toISOString()} on. ${TO_STOP}`,
    );
  });
}

/**
 * Stops an export for good, regardless of its requester. Its files are deleted.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` for an expired or stopped export.
 */
export function stopExport(ctx: Context, exportId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const asked = await lock(tx, PaymentMethodExport, exportId);
    requireState('payment method export', exportStates, 'stop', asked.status);
    asked.status = transition(exportStates, asked.status, 'stopped');
    asked.stopped_by = callerId(tx);
    const { export_id, merchant_id } = asked;
    await tx.transaction.em.nativeDelete(PaymentMethodExportFile, { merchant_id, export_id });
    await reportExport(tx, asked, 'was stopped.');
  });
}
