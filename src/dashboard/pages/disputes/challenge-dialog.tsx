import { FileInput, Select, Textarea } from '@mantine/core';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { asWords } from '../../data/words.ts';
import type { DisputeQuery } from './dispute.documents.ts';
import { type SavedDraft, useEvidence } from './evidence-draft.ts';

/** The props of the dialogs that answer a dispute. */
export interface AnswerDialogProps {
  readonly dispute: NonNullable<DisputeQuery['dispute']>;
  /** The reason if this response is no longer possible; null while it is. */
  readonly overtaken: string | null;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

interface ChallengeDialogProps extends AnswerDialogProps {
  readonly connector: DisputeQuery['connectors'][number] | undefined;
  readonly draft: SavedDraft;
}

/** Edits evidence, and saves it as a draft or submits it. */
export function ChallengeDialog({ connector, dispute, draft, ...dialog }: ChallengeDialogProps) {
  const written = useEvidence(dispute, draft);
  const { evidence, files, reason, texts } = written;
  const reasons = connector?.defenceReasons ?? [];

  return (
    <ActionDialog
      title="Challenge the dispute"
      confirm="Submit the evidence"
      explanation={`Sent to ${dispute.connector ?? 'the connector'} and on to the customer’s bank. You can submit evidence once.`}
      isDisabled={evidence.trim() === '' || (reasons.length > 0 && reason === null)}
      run={written.submit}
      also={{ label: 'Save as a draft', run: written.saveDraft }}
      {...dialog}
    >
      {reasons.length > 0 && (
        <Select
          label="Defence reason"
          data={reasons.map((value) => ({ value, label: asWords(value) }))}
          value={reason}
          onChange={written.setReason}
          searchable
        />
      )}
      <Textarea
        label="Evidence"
        description="Why the payment is valid."
        autosize
        minRows={3}
        required
        withAsterisk={false}
        value={evidence}
        onChange={(event) => written.setEvidence(event.currentTarget.value)}
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
            onChange={(event) => written.setText(name, event.currentTarget.value)}
          />
        ) : (
          <FileInput
            key={name}
            label={asWords(name)}
            description={`${about} PDF, JPEG or PNG, up to 5 MB.`}
            accept="application/pdf,image/jpeg,image/png"
            placeholder={written.savedFileName(name)}
            clearable
            clearButtonProps={{ 'aria-label': `Remove the file of ${asWords(name)}` }}
            value={files[name] ?? null}
            onChange={(file) => written.setFile(name, file)}
          />
        ),
      )}
    </ActionDialog>
  );
}
