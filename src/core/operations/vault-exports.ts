import { PaymentMethodExport } from '../entities/payment-method-export.ts';
import { downloadExport, ExportedFile } from '../vault-exports/download-export.ts';
import {
  approveExport,
  PaymentMethodExportRequest,
  requestExport,
  stopExport,
} from '../vault-exports/vault-exports.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const exportsCards = { permission: 'vault:export', reach: 'merchant', target: PaymentMethodExport } as const;

export const vaultExports = operationsByName({
  requestPaymentMethodExport: writeOperation({
    ...exportsCards,
    summary: 'Request an export of payment methods',
    about:
      'Requests an export of the active payment methods with their card and account numbers, encrypted for a public key. Two team members with `vault:export` must approve it within an hour. Neither may be the requester, nor have been invited by the other or by the requester. All owners are notified, and a job writes the files after a delay during which the export can be stopped. Download the files over REST. A person needs a second factor.',
    input: PaymentMethodExportRequest,
    creates: true,
    run: requestExport,
  }),
  listPaymentMethodExports: listOperation(PaymentMethodExport, {
    summary: 'List exports of payment methods',
    about: 'Lists exports of payment methods, newest first.',
  }),
  retrievePaymentMethodExport: retrieveOperation(PaymentMethodExport, {
    summary: 'Retrieve an export of payment methods',
    about: 'Retrieves an export of payment methods, with its approvals and its progress.',
  }),
  approvePaymentMethodExport: writeOperation({
    ...exportsCards,
    summary: 'Approve an export of payment methods',
    about:
      "Approves an export of payment methods. Compare `public_key_sha256` with the receiver's value over another channel, such as the phone. After a second person's approval it starts at `starts_at`; all owners are notified. Only a person can approve, with a second factor from the last five minutes; keys cannot. The person must have had `vault:export` for `VAULT_APPROVER_DAYS`, and be independent of the requester and the other approver: none of them may have been invited by another.",
    ids: ['export_id'],
    keys: ['api_key'],
    byPersons: true,
    problems: ['unexpected_state'],
    run: approveExport,
  }),
  stopPaymentMethodExport: writeOperation({
    ...exportsCards,
    summary: 'Stop an export of payment methods',
    about:
      "Permanently stops an export of payment methods, including another person's, until its files can no longer be downloaded. Files already written are deleted.",
    ids: ['export_id'],
    evenIfSuspended: true,
    problems: ['unexpected_state'],
    run: stopExport,
  }),
  downloadPaymentMethodExport: readOperation({
    ...exportsCards,
    summary: 'Download a file of an export',
    about:
      'Downloads a file of an export, `1` to `files_done`, until 24 hours after the last file was written. The download is recorded in the audit log. A person needs a second factor.',
    ids: ['export_id', 'number'],
    target: ExportedFile,
    ofMerchant: true,
    only: { face: 'rest', because: 'GraphQL does not return files.' },
    run: downloadExport,
  }),
});
