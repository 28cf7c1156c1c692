import { createPublicKey } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { Customer } from '../entities/customer.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import {
  EXPORT_APPROVALS,
  PaymentMethodExport,
  PaymentMethodExportFile,
} from '../entities/payment-method-export.ts';
import { exportStates } from '../entities/states/export-states.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { transition } from '../foundation/state-machine.ts';
import { withMaskedSecrets } from '../model/rest-view.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { findDue } from '../writes/find-due.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { countApproving } from './approvers.ts';
import { reportExport } from './report-export.ts';

/** Maximum number of rows per file, which are decrypted at once. */
const FILE_ROWS = 2_000;
const EXPORTS_MAX = 100;
const DOWNLOAD_MS = 24 * 60 * 60_000;

/**
 * Writes the files of approved exports, each in a separate transaction, and ends exports that were not approved in time.
 * After an interruption the next run continues with the missing file.
 *
 * @returns The number of files written.
 * @throws {AggregateError} for exports with a failed file. Other exports are not affected.
 */
export async function writeExports(ctx: Context): Promise<number> {
  const errors: Error[] = [];
  let files = 0;
  for (const { export_id: id, merchant_id: merchantId } of await findExports(ctx)) {
    try {
      while (await writeFile(withinMerchant(ctx, merchantId), id)) files += 1;
    } catch (error) {
      errors.push(new Error(`A file of ${id} could not be written.`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} exports could not be written.`);
  return files;
}

function findExports(ctx: Context) {
  const text = (isOfSome: () => string) => `select merchant_id, export_id from payment_method_exports
    where status in ('awaiting_approval', 'approved', 'processing') and ${isOfSome()}
      and case status when 'awaiting_approval' then approve_before <= $1::timestamptz
                      when 'approved' then starts_at <= $1::timestamptz else true end
    order by created_at limit ${EXPORTS_MAX}`;
  const due = { text, values: [ctx.ports.now().toISOString()], reads: ['payment_method_exports'] };
  return findDue<{ merchant_id: string; export_id: string }>(ctx.rows, due);
}

/** Writes the next file of an export; returns whether a file was left to write. */
function writeFile(ctx: Context, exportId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const asked = await lock(tx, PaymentMethodExport, exportId);
    const now = tx.ports.now();
    await begin(tx, asked, now);
    if (asked.status !== 'processing') return false;
    const { last_method_id, merchant_id } = asked;
    const { em } = tx.transaction;
    const methods = await em.find(
      PaymentMethod,
      { merchant_id, status: 'active', payment_method_id: { $gt: last_method_id ?? '' } },
      { orderBy: { payment_method_id: 'asc' }, limit: FILE_ROWS },
    );
    if (methods.length < FILE_ROWS) {
      asked.status = transition(exportStates, asked.status, 'completed');
      asked.download_before = new Date(now.getTime() + DOWNLOAD_MS);
      await reportExport(
        tx,
        asked,
        'is written. Its files can be downloaded for 24 hours, unless it is stopped.',
      );
    }
    if (methods.length === 0) return false;
    asked.files_done += 1;
    asked.rows_done += methods.length;
    asked.last_method_id = methods.at(-1)!.payment_method_id;
    const file = Object.assign(new PaymentMethodExportFile(), {
      merchant_id,
      file_id: `${exportId}_${asked.files_done}`,
      export_id: exportId,
      content: await encrypted(asked.public_key, await linesOf(tx, merchant_id, methods)),
      written_at: now,
    });
    em.persist(file);
    return methods.length === FILE_ROWS;
  });
}

/** Starts an export whose delay is over, and ends an export whose approval time is over or whose approvers have left. */
async function begin(tx: WritingContext, asked: PaymentMethodExport, now: Date): Promise<void> {
  if (asked.status === 'awaiting_approval' && asked.approve_before <= now)
    asked.status = transition(exportStates, asked.status, 'expired');
  if (asked.status !== 'approved' || asked.starts_at! > now) return;
  const holds = (await countApproving(tx, asked)) >= EXPORT_APPROVALS;
  asked.status = transition(exportStates, asked.status, holds ? 'processing' : 'stopped');
  if (!holds) await reportExport(tx, asked, 'was stopped: who approved it may not any more.');
}

const encrypted = (publicKey: string, lines: string): Promise<string> =>
  new CompactEncrypt(Buffer.from(lines))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'application/jsonl' })
    .encrypt(createPublicKey(publicKey));

/** Payment methods as the lines of a file in the format of imports. */
async function linesOf(
  tx: WritingContext,
  merchantId: string,
  methods: readonly PaymentMethod[],
): Promise<string> {
  const ids = [...new Set(methods.map(({ customer_id }) => customer_id))];
  const found = await tx.transaction.em.find(Customer, {
    merchant_id: merchantId,
    customer_id: { $in: ids },
  });
  const customers = new Map(found.map((customer) => [customer.customer_id, customer]));
  return methods
    .map((method) => `${JSON.stringify(lineOf(tx, method, customers.get(method.customer_id)))}\n`)
    .join('');
}

function lineOf(tx: WritingContext, method: PaymentMethod, customer: Customer | undefined): object {
  const { card } = method;
  // A replaced number must not be combined with the expiry or network of the new card.
  const number = method.number_replaced_at ? null : decryptField(tx, method, 'card_number');
  const last4 = card?.last4_digits ?? '';
  return given({
    customer_id: method.customer_id,
    name: customer?.name,
    email: customer?.email,
    phone: customer?.phone,
    phone_country_code: customer?.phone_country_code,
    description: customer?.description,
    connector_customers: customer?.connector_customers,
    payment_method_id: method.payment_method_id,
    payment_method: method.payment_method,
    payment_method_type: method.payment_method_type,
    card:
      card &&
      given({
        card_number: number,
        card_number_masked: number ? null : `${card.card_isin ?? ''}xxxxxx${last4}`,
        card_network: number ? null : card.card_network,
        card_exp_month: card.expiry_month,
        card_exp_year: card.expiry_year,
        card_holder_name: card.card_holder_name,
        nick_name: card.nick_name,
      }),
    bank_transfer: decryptField(tx, method, 'bank_transfer'),
    billing: method.billing,
    metadata: withMaskedSecrets(method.metadata),
    recurring_enabled: method.recurring_enabled,
    installment_payment_enabled: method.installment_payment_enabled,
    network_transaction_id: method.network_transaction_id,
    connector_mandates: method.connector_mandates,
  });
}

const given = (members: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
