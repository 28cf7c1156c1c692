import { useMutation } from '@apollo/client/react';
import { FileInput, Select, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import {
  ChallengeDisputeDocument,
  type DisputeQuery,
  SaveEvidenceDraftDocument,
} from './dispute.documents.ts';
import { uploadEvidence } from './upload-evidence.ts';

/** The props of the dialogs that answer a dispute. */
export interface AnswerDialogProps {
  readonly dispute: NonNullable<DisputeQuery['dispute']>;
  /** Why the dispute can no longer be answered this way; null while it can. */
  readonly overtaken: string | null;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

interface ChallengeDialogProps extends AnswerDialogProps {
  readonly connector: DisputeQuery['connectors'][number] | undefined;
  /** The saved draft, whoever saved it. */
  readonly draft: NonNullable<DisputeQuery['disputeEvidence']>['draft'] | undefined;
}

type Texts = Readonly<Record<string, string>>;

/** Writes evidence, which is saved as a draft, or submitted. */
export function ChallengeDialog({ connector, dispute, draft, ...dialog }: ChallengeDialogProps) {
  // Unsaved evidence outlives the dialog, since evidence is submitted once; it ends with the tab.
  const [evidence, setEvidence, forgetEvidence] = useSessionStorage({
    key: `switchyard.evidence.${dispute.disputeId}`,
    defaultValue: draft?.evidence ?? '',
  });
  const [reason, setReason] = useState<string | null>(draft?.defenceReason ?? null);
  const [texts, setTexts] = useState<Texts>((draft?.evidenceFields ?? {}) as Texts);
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  // Files of the draft, until they are replaced.
  const [kept, setKept] = useState<Texts>(
    Object.fromEntries((draft?.evidenceFiles ?? []).map(({ field, fileId }) => [field, fileId])),
  );
  const [challenge] = useMutation(ChallengeDisputeDocument);
  const [save] = useMutation(SaveEvidenceDraftDocument);
  const { merchantId } = useSession();
  // Files that were uploaded before the service refused the rest need not be uploaded again.
  const uploaded = useRef(new Map<File, string>());
  const reasons = connector?.defenceReasons ?? [];

  const written = async (idempotencyKey: string) => {
    const evidenceFiles = Object.entries(kept).map(([field, fileId]) => ({ field, fileId }));
    for (const [field, file] of Object.entries(files)) {
      const fileId =
        uploaded.current.get(file) ?? (await uploadEvidence(merchantId, dispute.disputeId, file));
      uploaded.current.set(file, fileId);
      evidenceFiles.push({ field, fileId });
    }
    return {
      disputeId: dispute.disputeId,
      evidence,
      idempotencyKey,
      ...(reason === null ? {} : { defenceReason: reason }),
      ...(Object.keys(texts).length > 0 ? { evidenceFields: texts } : {}),
      ...(evidenceFiles.length > 0 ? { evidenceFiles } : {}),
    };
  };
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await challenge({ variables: { input: await written(idempotencyKey) } });
    const { userErrors } = data!.challengeDispute;
    if (userErrors.length === 0) forgetEvidence();
    return { userErrors, done: 'The evidence is submitted.' };
  };
  const saveDraft = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await save({ variables: { input: await written(idempotencyKey) } });
    const { userErrors } = data!.saveEvidenceDraft;
    if (userErrors.length === 0) forgetEvidence();
    return { userErrors, done: 'The draft is saved. The team sees it.' };
  };
  const choose = (name: string, file: File | null) => {
    const [{ [name]: _past, ...others }, { [name]: _saved, ...othersKept }] = [files, kept];
    setFiles(file ? { ...others, [name]: file } : others);
    setKept(othersKept);
  };
  const nameOf = (fileId: string | undefined) =>
    dispute.evidenceFiles.find((file) => file.fileId === fileId)?.name;

  return (
    <ActionDialog
      title="Challenge the dispute"
      confirm="Submit the evidence"
      explanation={`What you write goes to ${dispute.connector ?? 'the connector'}, and from there to the customer's bank. It can be submitted once.`}
      isDisabled={evidence.trim() === '' || (reasons.length > 0 && reason === null)}
      run={run}
      also={{ label: 'Save as a draft', run: saveDraft }}
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
            placeholder={nameOf(kept[name])}
            clearable
            clearButtonProps={{ 'aria-label': `Remove the file of ${asWords(name)}` }}
            value={files[name] ?? null}
            onChange={(file) => choose(name, file)}
          />
        ),
      )}
    </ActionDialog>
  );
}
