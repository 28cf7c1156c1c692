import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { Status } from '../../show/status.tsx';
import { DueTime, Time } from '../../show/time.tsx';
import {
  ApproveCardExportDocument,
  CardExportsDocument,
  type CardExportsQuery,
  StopCardExportDocument,
} from './card-exports.documents.ts';

type CardExport = CardExportsQuery['paymentMethodExports']['nodes'][number];
type Open = { readonly action: 'approve' | 'stop'; readonly cardExport: CardExport };

/** Statuses of an export that can be stopped. */
const stoppable: readonly string[] = ['awaiting_approval', 'approved', 'processing', 'completed'];

/** Exports of all card numbers. Two people must approve an export; anyone with the permission can stop it. */
export function CardExports() {
  const { person } = useSession();
  const { data, error, refetch } = useQuery(CardExportsDocument, { fetchPolicy: 'cache-and-network' });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => refetch();
  if (!data) return error ? <Failure error={error} onRetry={done} /> : <Loading />;
  const mayApprove = ({ approvals, status }: CardExport) =>
    status === 'awaiting_approval' && !approvals.some(({ personId }) => personId === person.personId);
  return (
    <Section title="Card exports">
      <SmallTable
        label="Card exports"
        rows={data.paymentMethodExports.nodes}
        keyOf={({ id }) => id}
        whenEmpty="No card exports. Request an export of all card numbers through the API."
        columns={[
          { header: 'Requested', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'By', cell: ({ requestedBy }) => <span className="identifier">{requestedBy}</span> },
          { header: 'Approvals', cell: ({ approvals }) => `${approvals.length} of 2` },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Next', cell: (cardExport) => <Next cardExport={cardExport} /> },
          {
            header: 'Change',
            cell: (cardExport) => (
              <Group gap={4} wrap="nowrap">
                {mayApprove(cardExport) && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Approve ${cardExport.exportId}`}
                    onClick={() => setOpen({ action: 'approve', cardExport })}
                  >
                    Approve
                  </Button>
                )}
                {stoppable.includes(cardExport.status) && (
                  <Button
                    size="compact-xs"
                    {...buttonLooks.grave}
                    aria-label={`Stop ${cardExport.exportId}`}
                    onClick={() => setOpen({ action: 'stop', cardExport })}
                  >
                    Stop
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {open?.action === 'approve' && (
        <ApproveExport cardExport={open.cardExport} onClose={close} onDone={done} />
      )}
      {open?.action === 'stop' && <StopExport cardExport={open.cardExport} onClose={close} onDone={done} />}
    </Section>
  );
}

/** An export's approval deadline, or its start. */
function Next({ cardExport: { approveBefore, startsAt, status } }: { cardExport: CardExport }) {
  if (status === 'awaiting_approval')
    return (
      <>
        Approve until <DueTime at={approveBefore} />
      </>
    );
  if (status === 'approved' && startsAt)
    return (
      <>
        Starts <DueTime at={startsAt} />
      </>
    );
  return '–';
}

interface DialogProps {
  readonly cardExport: CardExport;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

function ApproveExport({ cardExport: { exportId, publicKeySha256 }, onClose, onDone }: DialogProps) {
  const [approve] = useMutation(ApproveCardExportDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await approve({ variables: { input: { exportId, idempotencyKey } } });
    return {
      userErrors: data!.approvePaymentMethodExport.userErrors,
      done: 'Export approved',
    };
  };
  return (
    <ActionDialog
      title="Approve the export of all card numbers"
      confirm="Approve"
      isDestructive
      explanation="The private key’s holder can read every saved card number. Before you approve, ask the receiver for their public key’s digest by phone or in person, and compare."
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <Text size="sm">SHA-256 of the public key</Text>
      <Code className="identifier">{publicKeySha256}</Code>
    </ActionDialog>
  );
}

function StopExport({ cardExport: { exportId }, onClose, onDone }: DialogProps) {
  const [stop] = useMutation(StopCardExportDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await stop({ variables: { input: { exportId, idempotencyKey } } });
    return { userErrors: data!.stopPaymentMethodExport.userErrors, done: 'Export stopped' };
  };
  return (
    <ActionDialog
      title="Stop the export"
      confirm="Stop the export"
      isDestructive
      explanation="Stops the export and deletes its files. This can’t be undone, but another export can be requested."
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
