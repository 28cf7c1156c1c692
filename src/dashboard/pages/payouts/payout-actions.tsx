import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog, type Outcome } from '../../act/action-dialog.tsx';
import { formatMoney } from '../../data/money.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { CancelPayoutDocument, FulfillPayoutDocument, type PayoutQuery } from './payout.documents.ts';

type Payout = NonNullable<PayoutQuery['payout']>;

interface PayoutActionsProps {
  readonly payout: Payout;
  readonly onDone: () => unknown;
}

/** The buttons that the payout's state and the person's role allow. */
export function PayoutActions({ onDone, payout }: PayoutActionsProps) {
  const { can } = useSession();
  const [open, setOpen] = useState<'send' | 'cancel' | null>(null);
  const [fulfill] = useMutation(FulfillPayoutDocument);
  const [cancel] = useMutation(CancelPayoutDocument);
  if (!can('PAYOUTS_WRITE')) return null;
  const { amount, currency, nextStates, payoutId, status } = payout;
  const money = formatMoney(amount, currency);
  const close = () => setOpen(null);

  const send = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await fulfill({ variables: { input: { payoutId, idempotencyKey } } });
    const { payout: sent, userErrors } = data!.fulfillPayout;
    return { userErrors, done: `The payout is ${asWords(sent?.status ?? '').toLowerCase()}.` };
  };
  const stop = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await cancel({ variables: { input: { payoutId, idempotencyKey } } });
    const { payout: stopped, userErrors } = data!.cancelPayout;
    return { userErrors, done: `The payout is ${asWords(stopped?.status ?? '').toLowerCase()}.` };
  };
  return (
    <>
      {status === 'requires_fulfillment' && (
        <Button variant="default" onClick={() => setOpen('send')}>
          Send
        </Button>
      )}
      {nextStates.includes('cancelled') && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          Cancel
        </Button>
      )}
      {open === 'send' && (
        <ActionDialog
          title="Send the payout"
          confirm={`Send ${money}`}
          explanation={`${money} leaves your balance at ${payout.connector ?? 'the connector'} for the recipient. This cannot be undone.`}
          run={send}
          onClose={close}
          onDone={onDone}
        />
      )}
      {open === 'cancel' && (
        <ActionDialog
          title="Cancel the payout"
          confirm="Cancel the payout"
          isDestructive
          explanation={`${money} is not sent, unless the connector has sent it already.`}
          run={stop}
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  );
}
