import { vaultExports } from '../../core/operations/vault-exports.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const vaultExportResolvers = [
  ...queriesFor(vaultExports.retrievePaymentMethodExport, vaultExports.listPaymentMethodExports),
  mutationOf(vaultExports.requestPaymentMethodExport),
  mutationOf(vaultExports.approvePaymentMethodExport),
  mutationOf(vaultExports.stopPaymentMethodExport),
];
