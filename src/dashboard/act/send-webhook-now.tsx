import { useMutation } from '@apollo/client/react';
import { asWords } from '../data/words.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { Outcome } from './outcome.ts';
import { SendWebhookNowDocument } from './send-webhook-now.documents.ts';

interface SendWebhookNowProps {
  readonly delivery: {
    readonly deliveryId: string;
    readonly eventType: string;
    readonly url?: string | null;
  };
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Sends a webhook again, even if its next attempt is still scheduled. */
export function SendWebhookNow({ delivery, onClose, onDone }: SendWebhookNowProps) {
  const { deliveryId, eventType, url } = delivery;
  const [send] = useMutation(SendWebhookNowDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await send({ variables: { input: { deliveryId, idempotencyKey } } });
    return { userErrors: data!.redeliverWebhook.userErrors, done: 'Webhook sent' };
  };
  return (
    <ActionDialog
      title="Send the webhook now"
      confirm="Send"
      explanation={`${asWords(eventType)} is sent again to ${url ?? 'the endpoint'} with the same body.`}
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
