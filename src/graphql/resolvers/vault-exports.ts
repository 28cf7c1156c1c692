import { PaymentMethodExport } from '../../core/entities/payment-method-export.ts';
import {
  approveExport,
  PaymentMethodExportRequest,
  requestExport,
} from '../../core/vault-exports/vault-exports.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

export const vaultExportResolvers = [
  queriesOf(PaymentMethodExport),
  mutation({
    name: 'requestPaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    about:
      'Asks for an export of the active payment methods with their card and account numbers, encrypted for a public key. Two people have to approve it within an hour. Its files are downloaded over REST.',
    input: PaymentMethodExportRequest,
    creates: true,
    payload: PaymentMethodExport,
    payloadField: 'paymentMethodExport',
    run: async (ctx, input) => ({ id: await requestExport(ctx, input) }),
  }),
  mutation({
    name: 'approvePaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    about:
      'Approves an export of payment methods. Compare `publicKeySha256` with what the receiver tells you on another way. With the approval of a second person its files are written.',
    byPersons: true,
    ids: ['export_id'],
    payload: PaymentMethodExport,
    payloadField: 'paymentMethodExport',
    run: async (ctx, _input, { export_id }) => {
      await approveExport(ctx, export_id!);
      return { id: export_id! };
    },
  }),
];
