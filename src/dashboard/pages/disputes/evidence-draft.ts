import { useMutation } from '@apollo/client/react';
import { useSessionStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { Outcome } from '../../act/outcome.ts';
import { useSession } from '../../session/session.tsx';
import {
  ChallengeDisputeDocument,
  type DisputeQuery,
  SaveEvidenceDraftDocument,
} from './dispute.documents.ts';
import { uploadEvidence } from './upload-evidence.ts';

type Dispute = NonNullable<DisputeQuery['dispute']>;
/** The saved draft of a dispute's evidence. */
export type SavedDraft = NonNullable<DisputeQuery['disputeEvidence']>['draft'] | undefined;
type Texts = Readonly<Record<string, string>>;

/** The evidence being edited, and the commands that save and submit it. */
export function useEvidence(dispute: Dispute, draft: SavedDraft) {
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
  // Files uploaded before a refusal are not uploaded again.
  const uploaded = useRef(new Map<File, string>());

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
  const submit = async (idempotencyKey: string): Promise<Outcome> => {
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
  const setText = (name: string, text: string) => {
    const { [name]: _past, ...others } = texts;
    setTexts(text === '' ? others : { ...others, [name]: text });
  };
  const setFile = (name: string, file: File | null) => {
    const [{ [name]: _past, ...others }, { [name]: _saved, ...othersKept }] = [files, kept];
    setFiles(file ? { ...others, [name]: file } : others);
    setKept(othersKept);
  };
  /** The name of the draft's file in a field; undefined without a file. */
  const savedFileName = (field: string) =>
    dispute.evidenceFiles.find(({ fileId }) => fileId === kept[field])?.name;
  return {
    ...{ evidence, reason, texts, files, savedFileName },
    ...{ setEvidence, setReason, setText, setFile, submit, saveDraft },
  };
}
