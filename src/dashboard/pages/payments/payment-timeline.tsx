import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatMoney } from '../../data/money.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Author } from '../../show/author.tsx';
import { Section } from '../../show/facts.tsx';
import { CrossIcon } from '../../show/icons.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import type { PaymentQuery } from './payment.documents.ts';
import { DeleteNote, WriteNote } from './payment-notes.tsx';

type Payment = NonNullable<PaymentQuery['payment']>;
type Activity = NonNullable<PaymentQuery['paymentActivity']>[number];
type Note = PaymentQuery['notes']['nodes'][number];

interface PaymentTimelineProps {
  readonly payment: Payment;
  readonly activity: readonly Activity[];
  readonly notes: readonly Note[];
  readonly onChange: () => unknown;
}

interface Entry {
  readonly key: string;
  readonly at: string;
  /** Orders entries within one second: commands before their effects. */
  readonly rank: number;
  readonly what: ReactNode;
  readonly who: ReactNode;
}

/** A payment's activity with its actors, and the team's notes in between. */
export function PaymentTimeline({ activity, notes, onChange, payment }: PaymentTimelineProps) {
  const { can, person, role } = useSession();
  const [writing, setWriting] = useState(false);
  const [deleting, setDeleting] = useState<Note | null>(null);
  const mayWrite = can('PAYMENTS_WRITE');
  const mayDelete = ({ authorId, authorType }: Note) =>
    mayWrite &&
    (role === 'owner' || role === 'admin' || (authorType === 'person' && authorId === person.personId));
  const entries: Entry[] = [
    ...payment.timeline.map(({ cause, changedAt, toStatus }) => ({
      key: `${changedAt} ${toStatus}`,
      at: changedAt,
      rank: 1,
      what: <Became status={toStatus} by={causers[cause] ? null : cause} />,
      who: causers[cause] ?? '',
    })),
    ...activity.map((entry) => ({
      key: entry.entryId,
      at: entry.createdAt,
      rank: 0,
      what: <Done entry={entry} payment={payment} />,
      who: (
        <Author of={{ authorType: entry.actorType, authorId: entry.actorId, authorName: entry.actorName }} />
      ),
    })),
    ...notes.map((note) => ({
      key: note.noteId,
      at: note.createdAt,
      rank: 2,
      what: <Written note={note} {...(mayDelete(note) ? { onDelete: () => setDeleting(note) } : {})} />,
      who: <Author of={note} />,
    })),
  ].sort(byCause);
  return (
    <Section
      title="Timeline"
      actions={
        mayWrite && (
          <Button variant="default" size="xs" onClick={() => setWriting(true)}>
            Add a note
          </Button>
        )
      }
    >
      <SmallTable
        label="Timeline"
        rows={entries}
        keyOf={({ key }) => key}
        whenEmpty="No activity yet"
        columns={[
          { header: 'Time', cell: ({ at }) => <Time at={at} precise /> },
          { header: 'What', cell: ({ what }) => what },
          { header: 'Who', cell: ({ who }) => who },
        ]}
      />
      {writing && (
        <WriteNote paymentId={payment.paymentId} onClose={() => setWriting(false)} onDone={onChange} />
      )}
      {deleting && (
        <DeleteNote noteId={deleting.noteId} onClose={() => setDeleting(null)} onDone={onChange} />
      )}
    </Section>
  );
}

const secondOf = ({ at }: Entry) => at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);

/** Oldest first, and by cause within a second: a command is logged after the statuses that it sets. */
function byCause(one: Entry, other: Entry): number {
  return (
    secondOf(one).localeCompare(secondOf(other)) || one.rank - other.rank || one.at.localeCompare(other.at)
  );
}

/** A new status and its command. The command's own entry names the actor. */
function Became({ by, status }: { status: string; by: string | null }) {
  return (
    <>
      <Status of={status} /> {by && <span className="left">· {asWords(by).toLowerCase()}</span>}
    </>
  );
}

/** The causes of status changes without a command. */
const causers: Readonly<Record<string, string>> = {
  connector: 'The connector',
  retry: 'An automatic retry',
  expiry: 'Its time was over',
  fraud_check: 'The fraud check',
};

const pages: Readonly<Record<string, (id: string) => string>> = {
  refund: pagePath.refund,
  dispute: pagePath.dispute,
};

/** One entry of the activity; a refund's shows its amount. */
function Done({ entry, payment }: { entry: Activity; payment: Payment }) {
  const refund = payment.refunds?.find(({ refundId }) => refundId === entry.objectId);
  const words = refund
    ? `${asWords(entry.action)}: ${formatMoney(refund.amount, refund.currency)}`
    : asWords(entry.action);
  const page = pages[entry.objectType];
  return page ? <Link href={page(entry.objectId)}>{words}</Link> : words;
}

function Written({ note, onDelete }: { note: Note; onDelete?: () => void }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      <Text size="sm" className="written" fs={note.text === null ? 'italic' : undefined}>
        {note.text ?? 'Erased with the data of the customer.'}
      </Text>
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={onDelete}
          aria-label="Delete the note"
          title="Delete the note"
        >
          <CrossIcon />
        </ActionIcon>
      )}
    </Group>
  );
}
