import { PaymentMethodExport } from '../../core/entities/payment-method-export.ts';
import {
  approveExport,
  PaymentMethodExportRequest,
  requestExport,
  stopExport,
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
      'Asks for an export of the active payment methods with their card and account numbers, encrypted for a public key. Two people have to approve it within an hour, neither of them whoever asks, nor invited by each other or by whoever asks. All owners are told. Its files are written after a delay in which it can be stopped, and downloaded over REST. A person takes a second factor.',
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
      'Approves an export of payment methods. Compare `publicKeySha256` with what the receiver tells you through another channel, such as the phone. With the approval of a second person it starts at `startsAt`, of which all owners are told. Takes the session of a person, with a second factor of the last five minutes, who has had `vault:export` for `VAULT_APPROVER_DAYS` and is independent of whoever asked and of the other person.',
    byPersons: true,
    ids: ['export_id'],
    payload: PaymentMethodExport,
    payloadField: 'paymentMethodExport',
    run: async (ctx, _input, { export_id }) => {
      await approveExport(ctx, export_id!);
      return { id: export_id! };
    },
  }),
  mutation({
    name: 'stopPaymentMethodExport',
    permission: 'vault:export',
    reach: 'merchant',
    about:
      'Stops an export of payment methods for good, whoever asked for it, until its files can no longer be downloaded. Those that are written are deleted.',
    evenIfSuspended: true,
    ids: ['export_id'],
    payload: PaymentMethodExport,
    payloadField: 'paymentMethodExport',
    run: async (ctx, _input, { export_id }) => {
      await stopExport(ctx, export_id!);
      return { id: export_id! };
    },
  }),
];
