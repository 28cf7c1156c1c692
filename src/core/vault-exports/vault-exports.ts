import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { rsaPublicKeyOf } from '../cards/encrypt-card.ts';
import {
  EXPORT_APPROVALS,
  PaymentMethodExport,
  PaymentMethodExportFile,
} from '../entities/payment-method-export.ts';
import { type Context, requirePerson } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

const APPROVE_MS = 60 * 60_000;

@Input({ about: 'Parameters for asking for an export of payment methods.' })
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

/** A file of an export. */
@ValueObject({ about: 'A file of an export, encrypted for the receiver.' })
export class ExportedFile {
  @f.Id('Export that the file is of.', { required: true }) export_id!: string;
  @f.Integer('Number of the file, from 1.', { required: true, min: 1, example: 1 }) number!: number;
  @f.Text('The file: a compact JWE (RSA-OAEP-256, A256GCM) of JSON Lines in the columns that imports take.', {
    required: true,
    max: 64_000_000,
    example: 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.…',
  })
  content!: string;
}

/** A JWK in JSON as a key; null for anything else. */
function jwkOf(text: string): KeyObject | null {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    return 'd' in jwk ? null : createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/** @throws {Problem} `invalid_parameter`, which does not repeat the key: it may be a private one. */
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
 * Asks for an export of the merchant's payment methods, which two people have to approve within an hour; returns its
 * identifier.
 *
 * @throws {Problem} `invalid_parameter` for a key that nothing can be encrypted for.
 */
export function requestExport(ctx: Context, request: PaymentMethodExportRequest): Promise<string> {
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
    return asked.export_id;
  });
}

function callerId({ caller }: Context): string {
  if (caller.kind === 'api_key') return caller.keyId;
  if (caller.kind === 'person') return caller.personId;
  return (caller.kind === 'admin_key' && caller.holder?.id) || caller.kind;
}

/**
 * Approves an export as a person. With the second person's approval its files are written.
 *
 * @throws {Problem} `wrong_key_kind` for anybody but a person; `resource_not_found`; `unexpected_state` if the person has
 * approved it before, or it can no longer be approved.
 */
export function approveExport(ctx: Context, exportId: string): Promise<void> {
  const { personId } = requirePerson(ctx.caller);
  return inTransaction(ctx, async (tx) => {
    const asked = await lock(tx, PaymentMethodExport, exportId);
    const now = tx.ports.now();
    if (asked.status !== 'awaiting_approval' || asked.approve_before <= now)
      throw new Problem(
        'unexpected_state',
        'The export can no longer be approved: that is possible within an hour. Ask for another.',
      );
    if (asked.approvals.some(({ person_id }) => person_id === personId))
      throw new Problem('unexpected_state', 'You have approved the export already: another person has to.');
    asked.approvals = [...asked.approvals, { person_id: personId, approved_at: now.toISOString() }];
    if (asked.approvals.length >= EXPORT_APPROVALS) asked.status = 'processing';
  });
}

/**
 * Reads a file of an export, and records in the audit log who did.
 *
 * @throws {Problem} `resource_not_found` for a file that is not written, or kept no longer.
 */
export function downloadExport(ctx: Context, exportId: string, number: string): Promise<ExportedFile> {
  // A read may have no command, and this one is recorded like one.
  const command = { name: 'downloadPaymentMethodExport', recorded: new Set<string>() };
  return inTransaction({ ...ctx, command }, async (tx) => {
    const { em } = tx.transaction;
    const asked = await em.findOne(PaymentMethodExport, {
      merchant_id: requireMerchant(tx),
      export_id: exportId,
    });
    if (!asked || !/^[1-9]\d{0,8}$/.test(number)) throw notFound('payment method export');
    const { merchant_id, download_before } = asked;
    if (download_before && download_before <= tx.ports.now()) throw notFound('file of the export');
    const file_id = `${exportId}_${number}`;
    const file = await em.findOne(PaymentMethodExportFile, { merchant_id, file_id });
    if (!file) throw notFound('file of the export');
    const downloaded = { field: 'downloaded_file', before: null, after: Number(number), concealed: false };
    recordAudit(tx, {
      merchantId: merchant_id,
      objectType: 'payment_method_export',
      objectId: exportId,
      changes: [downloaded],
    });
    return { export_id: exportId, number: Number(number), content: file.content };
  });
}
