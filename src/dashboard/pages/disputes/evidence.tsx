import { Stack, Text } from '@mantine/core';
import { formatBytes } from '../../data/locale.ts';
import { asWords } from '../../data/words.ts';
import { Author } from '../../show/author.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import type { DisputeQuery } from './dispute.documents.ts';

type Dispute = NonNullable<DisputeQuery['dispute']>;
type Written = DisputeQuery['disputeEvidence'];
type Answer = NonNullable<Written>['answers'][number];
type Draft = NonNullable<NonNullable<Written>['draft']>;

/** The evidence submitted for a dispute and who submitted it, the draft, and the uploaded files. */
export function Evidence({ dispute, written }: { dispute: Dispute; written: Written }) {
  return (
    <>
      {written?.answers.map((answer) => (
        <Section
          key={answer.answerId}
          title={
            answer.action === 'accept' ? 'Accepted' : `Evidence submitted: ${asWords(answer.disputeStage)}`
          }
        >
          <Submitted answer={answer} />
        </Section>
      ))}
      {written?.draft && (
        <Section title="Evidence draft">
          <Drafted dispute={dispute} draft={written.draft} />
        </Section>
      )}
      <Section title="Evidence">
        <SmallTable
          label="Evidence files"
          whenEmpty="No files uploaded"
          rows={dispute.evidenceFiles}
          keyOf={({ fileId }) => fileId}
          columns={[
            { header: 'File', cell: ({ name }) => name },
            { header: 'Type', cell: ({ contentType }) => contentType },
            { header: 'Size', cell: ({ size }) => formatBytes(size), isNumber: true },
            { header: 'Uploaded', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      </Section>
    </>
  );
}

function Submitted({ answer }: { answer: Answer }) {
  const files = answer.evidenceFiles.map(({ field, name, size }) => [
    asWords(field),
    `${name ?? 'A file'}${size ? `, ${formatBytes(size)}` : ''}`,
  ]);
  return (
    <Stack gap="sm">
      <Words of={answer.evidence} />
      <Facts
        of={[
          ['By', <Author key="by" of={answer} />],
          ['Submitted', <Time key="at" at={answer.createdAt} precise />],
          ['Received by the connector', answer.sentAt && <Time at={answer.sentAt} precise />],
          ['Defence reason', answer.defenceReason && asWords(answer.defenceReason)],
          ...textsOf(answer),
          ...files.map(([name, file]) => [name, file] as [string, string]),
        ]}
      />
    </Stack>
  );
}

function Drafted({ dispute, draft }: { dispute: Dispute; draft: Draft }) {
  const nameOf = (fileId: string) => dispute.evidenceFiles.find((file) => file.fileId === fileId)?.name;
  return (
    <Stack gap="sm">
      <Words of={draft.evidence} />
      <Facts
        of={[
          ['By', <Author key="by" of={draft} />],
          ['Saved', <Time key="at" at={draft.savedAt} precise />],
          ['Defence reason', draft.defenceReason && asWords(draft.defenceReason)],
          ...textsOf(draft),
          ...draft.evidenceFiles.map(
            ({ field, fileId }) => [asWords(field), nameOf(fileId) ?? fileId] as [string, string],
          ),
        ]}
      />
    </Stack>
  );
}

/** The texts by the connector's fields. */
const textsOf = ({ evidenceFields }: Pick<Answer, 'evidenceFields'>): [string, string][] =>
  Object.entries((evidenceFields ?? {}) as Record<string, string>).map(([name, text]) => [
    asWords(name),
    text,
  ]);

function Words({ of: text }: { of: string | null }) {
  if (!text) return null;
  return (
    <Text size="sm" className="written">
      {text}
    </Text>
  );
}
