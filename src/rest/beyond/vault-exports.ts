import { PaymentMethodExport } from '../../core/entities/payment-method-export.ts';
import { downloadExport, ExportedFile } from '../../core/vault-exports/download-export.ts';
import {
  approveExport,
  PaymentMethodExportRequest,
  requestExport,
  stopExport,
} from '../../core/vault-exports/vault-exports.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const vaultExportsBeyond = [
  beyond({
    id: 'requestPaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    summary: 'Ask for an export of payment methods',
    method: 'post',
    path: '/exports/payment_methods',
    about:
      'Asks for an export of the active payment methods with their card and account numbers, encrypted for a public key. Two people of the team with `vault:export` have to approve it within an hour, neither of them whoever asks, nor invited by each other or by whoever asks. All owners are told, and a job writes the files after a delay in which it can be stopped. A person takes a second factor.',
    body: PaymentMethodExportRequest,
    example: { body: { public_key: '{"kty":"RSA","n":"…","e":"AQAB"}' } },
    response: one(PaymentMethodExport, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, PaymentMethodExport, await requestExport(ctx, body)),
  }),
  listOf(PaymentMethodExport, {
    id: 'listPaymentMethodExports',
    summary: 'List exports of payment methods',
    path: '/exports/payment_methods',
    about: 'Lists exports of payment methods, newest first.',
  }),
  beyond({
    id: 'retrievePaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    summary: 'Retrieve an export of payment methods',
    method: 'get',
    path: '/exports/payment_methods/{export_id}',
    about: 'Retrieves an export of payment methods, with its approvals and its progress.',
    response: one(PaymentMethodExport, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, PaymentMethodExport, path.export_id),
  }),
  beyond({
    id: 'approvePaymentMethodExport',
    keys: ['api_key'],
    byPersons: true,
    permission: 'vault:export',
    reach: 'merchant',
    summary: 'Approve an export of payment methods',
    method: 'post',
    path: '/exports/payment_methods/{export_id}/approve',
    about:
      'Approves an export of payment methods. Compare `public_key_sha256` with what the receiver tells you through another channel, such as the phone. With the approval of a second person it starts at `starts_at`, of which all owners are told. Takes the session of a person, with a second factor of the last five minutes: no key approves. The person must have had `vault:export` for `VAULT_APPROVER_DAYS`, and be independent of whoever asked and of the other person: neither may be there by an invitation of another.',
    problems: ['unexpected_state'],
    response: one(PaymentMethodExport, 'full'),
    handle: async (ctx, { path }) => {
      await approveExport(ctx, path.export_id);
      return retrieve(ctx, PaymentMethodExport, path.export_id);
    },
  }),
  beyond({
    id: 'stopPaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    evenIfSuspended: true,
    summary: 'Stop an export of payment methods',
    method: 'post',
    path: '/exports/payment_methods/{export_id}/stop',
    about:
      'Stops an export of payment methods for good, whoever asked for it, until its files can no longer be downloaded. Those that are written are deleted.',
    problems: ['unexpected_state'],
    response: one(PaymentMethodExport, 'full'),
    handle: async (ctx, { path }) => {
      await stopExport(ctx, path.export_id);
      return retrieve(ctx, PaymentMethodExport, path.export_id);
    },
  }),
  beyond({
    id: 'downloadPaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    ofMerchant: true,
    summary: 'Download a file of an export',
    method: 'get',
    path: '/exports/payment_methods/{export_id}/files/{number}',
    about:
      'Downloads a file of an export, `1` to `files_done`, until 24 hours after the last one was written. The download is recorded in the audit log. A person takes a second factor.',
    response: one(ExportedFile),
    handle: (ctx, { path }) => downloadExport(ctx, path.export_id, path.number),
  }),
];
