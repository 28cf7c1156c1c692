import { useMutation } from '@apollo/client/react';
import { Button, FileInput, Select, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks, overtakenBy } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import { hasPassed } from '../../data/time.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { AcceptDisputeDocument, ChallengeDisputeDocument, type DisputeQuery } from './dispute.documents.ts';
import { uploadEvidence } from './upload-evidence.ts';

type Dispute = NonNullable<DisputeQuery['dispute']>;

interface DisputeActionsProps {
  readonly dispute: Dispute;
  readonly connector: DisputeQuery['connectors'][number] | undefined;
  readonly onDone: () => unknown;
}

/** The ways to answer a dispute, while it can be answered. */
export function DisputeActions({ connector, dispute, onDone }: DisputeActionsProps) {
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
      {open === 'challenge' && <ChallengeDialog {...dialog} connector={connector} />}
      {open === 'accept' && <AcceptDialog {...dialog} />}
    </>
  );
}

interface DialogProps {
  readonly dispute: Dispute;
  /** Why the dispute cannot be answered so any more; null while it can. */
  readonly overtaken: string | null;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

function AcceptDialog({ dispute, ...dialog }: DialogProps) {
  const [accept] = useMutation(AcceptDisputeDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await accept({ variables: { input: { disputeId: dispute.disputeId, idempotencyKey } } });
    return { userErrors: data!.acceptDispute.userErrors, done: 'The dispute is accepted.' };
  };
  return (
    <ActionDialog
      title="Accept the dispute"
      confirm="Accept"
      isDestructive
      explanation={`The customer keeps ${formatMoney(dispute.amount, dispute.currency)}. The dispute cannot be challenged any more.`}
      run={run}
      {...dialog}
    />
  );
}

function ChallengeDialog({
  connector,
  dispute,
  ...dialog
}: DialogProps & Pick<DisputeActionsProps, 'connector'>) {
  // A draft outlives the dialog, since evidence is submitted once; it ends with the tab.
  const [evidence, setEvidence, forgetEvidence] = useSessionStorage({
    key: `switchyard.evidence.${dispute.disputeId}`,
    defaultValue: '',
  });
  const [reason, setReason] = useState<string | null>(null);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [challenge] = useMutation(ChallengeDisputeDocument);
  const { merchantId } = useSession();
  // Files that were uploaded before the service refused the rest need not be uploaded again.
  const uploaded = useRef(new Map<File, string>());
  const reasons = connector?.defenceReasons ?? [];
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const evidenceFiles = [];
    for (const [field, file] of Object.entries(files)) {
      const fileId =
        uploaded.current.get(file) ?? (await uploadEvidence(merchantId, dispute.disputeId, file));
      uploaded.current.set(file, fileId);
      evidenceFiles.push({ field, fileId });
    }
    const input = {
      disputeId: dispute.disputeId,
      evidence,
      idempotencyKey,
      ...(reason === null ? {} : { defenceReason: reason }),
      ...(Object.keys(texts).length > 0 ? { evidenceFields: texts } : {}),
      ...(evidenceFiles.length > 0 ? { evidenceFiles } : {}),
    };
    const { data } = await challenge({ variables: { input } });
    if (data!.challengeDispute.userErrors.length === 0) forgetEvidence();
    return { userErrors: data!.challengeDispute.userErrors, done: 'The evidence is submitted.' };
  };
  return (
    <ActionDialog
      title="Challenge the dispute"
      confirm="Submit the evidence"
      explanation={`What you write goes to ${dispute.connector ?? 'the connector'}, and from there to the customer's bank. It can be submitted once.`}
      isDisabled={evidence.trim() === '' || (reasons.length > 0 && reason === null)}
      run={run}
      {...dialog}
    >
      {reasons.length > 0 && (
        <Select
          label="Defence reason"
          data={reasons.map((value) => ({ value, label: asWords(value) }))}
          value={reason}
          onChange={setReason}
          searchable
        />
      )}
      <Textarea
        label="Evidence"
        description="Why the payment was right."
        autosize
        minRows={3}
        required
        withAsterisk={false}
        value={evidence}
        onChange={(event) => setEvidence(event.currentTarget.value)}
        data-autofocus
      />
      {connector?.disputeEvidence.map(({ about, name, takes }) =>
        takes === 'text' ? (
          <Textarea
            key={name}
            label={asWords(name)}
            description={about}
            autosize
            value={texts[name] ?? ''}
            onChange={(event) => {
              const { [name]: _past, ...others } = texts;
              const text = event.currentTarget.value;
              setTexts(text === '' ? others : { ...others, [name]: text });
            }}
          />
        ) : (
          <FileInput
            key={name}
            label={asWords(name)}
            description={`${about} PDF, JPEG or PNG, up to 5 MB.`}
            accept="application/pdf,image/jpeg,image/png"
            clearable
            clearButtonProps={{ 'aria-label': `Remove the file of ${asWords(name)}` }}
            value={files[name] ?? null}
            onChange={(file) => {
              const { [name]: _past, ...others } = files;
              setFiles(file ? { ...others, [name]: file } : others);
            }}
          />
        ),
      )}
    </ActionDialog>
  );
}
