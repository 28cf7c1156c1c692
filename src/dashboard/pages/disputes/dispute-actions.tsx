import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks, overtakenBy } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import { hasPassed } from '../../data/time.ts';
import { useSession } from '../../session/session.tsx';
import { type AnswerDialogProps, ChallengeDialog } from './challenge-dialog.tsx';
import { AcceptDisputeDocument, type DisputeQuery } from './dispute.documents.ts';
import type { SavedDraft } from './evidence-draft.ts';

type Dispute = NonNullable<DisputeQuery['dispute']>;

interface DisputeActionsProps {
  readonly dispute: Dispute;
  readonly connector: DisputeQuery['connectors'][number] | undefined;
  readonly draft: SavedDraft;
  readonly onDone: () => unknown;
}

/** The possible responses to an open dispute. */
export function DisputeActions({ connector, dispute, draft, onDone }: DisputeActionsProps) {
  const { can } = useSession();
  const [open, setOpen] = useState<'challenge' | 'accept' | null>(null);
  if (!can('DISPUTES_WRITE')) return null;
  const { challengeRequiredBy, disputeStatus, nextStates } = dispute;
  const mayChallenge = nextStates.includes('dispute_challenged') && !hasPassed(challengeRequiredBy);
  const mayAccept = nextStates.includes('dispute_accepted');
  const isOpenStill = open === 'challenge' ? mayChallenge : mayAccept;
  const dialog = {
    dispute,
    overtaken: isOpenStill ? null : overtakenBy('dispute', disputeStatus),
    onClose: () => setOpen(null),
    onDone,
  };
  return (
    <>
      {mayChallenge && (
        <Button {...buttonLooks.main} onClick={() => setOpen('challenge')}>
          Challenge
        </Button>
      )}
      {mayAccept && (
        <Button {...buttonLooks.grave} onClick={() => setOpen('accept')}>
          Accept
        </Button>
      )}
      {open === 'challenge' && <ChallengeDialog {...dialog} connector={connector} draft={draft} />}
      {open === 'accept' && <AcceptDialog {...dialog} />}
    </>
  );
}

function AcceptDialog({ dispute, ...dialog }: AnswerDialogProps) {
  const [accept] = useMutation(AcceptDisputeDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await accept({ variables: { input: { disputeId: dispute.disputeId, idempotencyKey } } });
    return { userErrors: data!.acceptDispute.userErrors, done: 'Dispute accepted' };
  };
  return (
    <ActionDialog
      title="Accept the dispute"
      confirm="Accept"
      isDestructive
      explanation={`The customer keeps ${formatMoney(dispute.amount, dispute.currency)}. You can no longer challenge the dispute.`}
      run={run}
      {...dialog}
    />
  );
}
