import { Customer } from '../../core/entities/customer.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { LinkMail } from '../../core/payment-links/mail-link.ts';
import { mailCollectLink, mailsCollectLink } from '../../core/payment-methods/mail-collect-link.ts';
import { mailPaymentLink, mailsPaymentLink } from '../../core/payments/customer/mail-payment-link.ts';
import { mailPayoutLink, mailsPayoutLink } from '../../core/payouts/mail-payout-link.ts';
import { mutation } from '../kit/mutations.ts';

export const mailedLinkResolvers = [
  mutation({
    payload: Payment,
    payloadField: 'payment',
    name: 'mailPaymentLink',
    permission: 'payments:write',
    reach: 'profile',
    about: mailsPaymentLink,
    input: LinkMail,
    ids: ['payment_id'],
    run: async (ctx, input, { payment_id }) => {
      await mailPaymentLink(ctx, payment_id!, input);
      return { id: payment_id! };
    },
  }),
  mutation({
    payload: Payout,
    payloadField: 'payout',
    name: 'mailPayoutLink',
    permission: 'payouts:write',
    reach: 'profile',
    about: mailsPayoutLink,
    input: LinkMail,
    ids: ['payout_id'],
    run: async (ctx, input, { payout_id }) => {
      await mailPayoutLink(ctx, payout_id!, input);
      return { id: payout_id! };
    },
  }),
  mutation({
    payload: Customer,
    payloadField: 'customer',
    name: 'mailCollectLink',
    permission: 'customers:write',
    reach: 'shared',
    about: mailsCollectLink,
    input: LinkMail,
    ids: ['pm_collect_link_id'],
    run: async (ctx, input, { pm_collect_link_id }) => ({
      id: await mailCollectLink(ctx, pm_collect_link_id!, input),
    }),
  }),
];
