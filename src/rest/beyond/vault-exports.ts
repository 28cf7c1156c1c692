import { vaultExports } from '../../core/operations/vault-exports.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const vaultExportsBeyond = [
  writeAt(vaultExports.requestPaymentMethodExport, {
    method: 'post',
    path: '/exports/payment_methods',
    example: { body: { public_key: '{"kty":"RSA","n":"…","e":"AQAB"}' } },
  }),
  listAt(vaultExports.listPaymentMethodExports, '/exports/payment_methods'),
  retrieveAt(vaultExports.retrievePaymentMethodExport, '/exports/payment_methods/{export_id}'),
  writeAt(vaultExports.approvePaymentMethodExport, {
    method: 'post',
    path: '/exports/payment_methods/{export_id}/approve',
  }),
  writeAt(vaultExports.stopPaymentMethodExport, {
    method: 'post',
    path: '/exports/payment_methods/{export_id}/stop',
  }),
  readAt(vaultExports.downloadPaymentMethodExport, {
    path: '/exports/payment_methods/{export_id}/files/{number}',
  }),
];
