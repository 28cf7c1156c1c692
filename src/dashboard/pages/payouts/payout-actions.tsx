import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks, overtakenBy } from '../../act/offers.ts';
import { type Outcome, outcomeOf } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import { useSession } from '../../session/session.tsx';
import {
  CancelPayoutDocument,
  ConfirmPayoutDocument,
  FulfillPayoutDocument,
  type PayoutQuery,
} from './payout.documents.ts';

type Payout = NonNullable<PayoutQuery['payout']>;
type Action = 'confirm' | 'send' | 'cancel';

interface PayoutActionsProps {
  readonly payout: Payout;
  readonly onDone: () => unknown;
}

/** The buttons that the payout's state and the person's role allow. */
export function PayoutActions({ onDone, payout }: PayoutActionsProps) {
  const { can } = useSession();
  const [open, setOpen] = useState<Action | null>(null);
  const [confirm] = useMutation(ConfirmPayoutDocument);
  const [fulfill] = useMutation(FulfillPayoutDocument);
  const [cancel] = useMutation(CancelPayoutDocument);
  if (!can('PAYOUTS_WRITE')) return null;
  const { amount, autoFulfill, currency, nextStates, payoutId, status } = payout;
  const money = formatMoney(amount, currency);
  const recipient = payout.connector ? `at ${payout.connector}` : 'at the connector';
  const leaves = `${money} leaves your balance ${recipient} for the recipient. This can’t be undone.`;

  const isOffered: Readonly<Record<Action, boolean>> = {
    confirm: status === 'requires_confirmation',
    send: status === 'requires_fulfillment',
    cancel: nextStates.includes('cancelled'),
  };
  const dialogs = {
    confirm: {
      label: 'Confirm',
      look: buttonLooks.main,
      title: 'Confirm the payout',
      confirm: autoFulfill ? `Confirm and send ${money}` : 'Confirm',
      explanation: autoFulfill ? leaves : `Nothing is sent yet. ${money} waits until you send it.`,
      run: async (idempotencyKey: string): Promise<Outcome> => {
        // The amount shown in the dialog: a payout with another amount is not confirmed.
        const input = { payoutId, amount, currency, idempotencyKey };
        const { data } = await confirm({ variables: { input } });
        const { payout: confirmed, userErrors } = data!.confirmPayout;
        return outcomeOf('payout', userErrors, confirmed ?? undefined);
      },
    },
    send: {
      label: 'Send',
      look: buttonLooks.main,
      title: 'Send the payout',
      confirm: `Send ${money}`,
      explanation: leaves,
      run: async (idempotencyKey: string): Promise<Outcome> => {
        const { data } = await fulfill({ variables: { input: { payoutId, idempotencyKey } } });
        const { payout: sent, userErrors } = data!.fulfillPayout;
        return outcomeOf('payout', userErrors, sent ?? undefined);
      },
    },
    cancel: {
      label: 'Cancel',
      look: buttonLooks.grave,
      title: 'Cancel the payout',
      confirm: 'Cancel the payout',
      isDestructive: true,
      explanation: `${money} is not sent, unless the connector has sent it already.`,
      run: async (idempotencyKey: string): Promise<Outcome> => {
        const { data } = await cancel({ variables: { input: { payoutId, idempotencyKey } } });
        const { payout: stopped, userErrors } = data!.cancelPayout;
        return outcomeOf('payout', userErrors, stopped ?? undefined);
      },
    },
  };
  const { label: _label, look: _look, ...dialog } = dialogs[open ?? 'cancel'];
  return (
    <>
      {(Object.keys(dialogs) as Action[]).map(
        (action) =>
          isOffered[action] && (
            <Button key={action} {...dialogs[action].look} onClick={() => setOpen(action)}>
              {dialogs[action].label}
            </Button>
          ),
      )}
      {open && (
        <ActionDialog
          {...dialog}
          overtaken={isOffered[open] ? null : overtakenBy('payout', status)}
          onClose={() => setOpen(null)}
          onDone={onDone}
        />
      )}
    </>
  );
}
