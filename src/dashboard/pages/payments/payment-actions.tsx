import { Button } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { buttonLooks, overtakenBy } from '../../act/offers.ts';
import { useSession } from '../../session/session.tsx';
import type { PaymentQuery } from './payment.documents.ts';
import {
  CancelDialog,
  CaptureDialog,
  type DialogProps,
  RefundDialog,
  RetryDialog,
  SendLinkDialog,
} from './payment-dialogs.tsx';
import { isUnderConsent, refundable } from './payment-money.ts';
import { ApproveDialog, RejectDialog } from './review-dialogs.tsx';

type Payment = NonNullable<PaymentQuery['payment']>;
type Action = 'approve' | 'reject' | 'capture' | 'refund' | 'retry' | 'link' | 'cancel';

/** The dialogs and button looks by action. */
const actions: Readonly<Record<Action, { label: string; Dialog: ComponentType<DialogProps>; look: object }>> =
  {
    approve: { label: 'Approve', Dialog: ApproveDialog, look: buttonLooks.main },
    reject: { label: 'Reject', Dialog: RejectDialog, look: buttonLooks.grave },
    capture: { label: 'Capture', Dialog: CaptureDialog, look: buttonLooks.main },
    refund: { label: 'Refund', Dialog: RefundDialog, look: buttonLooks.other },
    retry: { label: 'Retry', Dialog: RetryDialog, look: buttonLooks.other },
    link: { label: 'Send a payment link', Dialog: SendLinkDialog, look: buttonLooks.other },
    cancel: { label: 'Cancel', Dialog: CancelDialog, look: buttonLooks.grave },
  };

/** The buttons that the payment's state and the person's role allow. */
export function PaymentActions({ onDone, payment }: { payment: Payment; onDone: () => unknown }) {
  const { can } = useSession();
  const [open, setOpen] = useState<Action | null>(null);
  const { manualRetryAllowed, nextStates, status } = payment;
  const isHeld = status === 'requires_merchant_action';
  const isCapturable = status === 'requires_capture' || status === 'partially_captured_and_capturable';
  const isReceived = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'].includes(
    status,
  );
  const isRetryable = can('PAYMENTS_WRITE') && status === 'failed' && manualRetryAllowed === true;
  const isBeforeMoney = status.startsWith('requires_') && !isHeld;
  const isOffered: Readonly<Record<Action, boolean>> = {
    approve: can('PAYMENTS_CAPTURE') && isHeld,
    reject: can('PAYMENTS_CAPTURE') && isHeld,
    capture: can('PAYMENTS_CAPTURE') && isCapturable && payment.amountCapturable > 0,
    refund: can('REFUNDS_WRITE') && isReceived && refundable(payment) > 0,
    retry: isRetryable && isUnderConsent(payment),
    link: isRetryable && !isUnderConsent(payment),
    cancel:
      can('PAYMENTS_CAPTURE') &&
      (isBeforeMoney || isCapturable) &&
      (nextStates.includes('cancelled') || isCapturable),
  };
  const Dialog = open === null ? null : actions[open].Dialog;
  return (
    <>
      {Object.entries(actions).map(
        ([action, { label, look }]) =>
          isOffered[action as Action] && (
            <Button key={action} size="sm" {...look} onClick={() => setOpen(action as Action)}>
              {label}
            </Button>
          ),
      )}
      {Dialog && (
        <Dialog
          payment={payment}
          overtaken={
            isOffered[open!]
              ? null
              : open === 'refund' && isReceived
                ? 'Nothing left to refund.'
                : overtakenBy('payment', status)
          }
          onDone={onDone}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
