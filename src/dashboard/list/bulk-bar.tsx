import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { buttonLooks } from '../act/offers.ts';
import { counted } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { type BulkAction, type BulkJob, isFinished, jobsAt, newJob, runJob } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction<Row>[];
  /** One row, as in "3 payments". */
  readonly noun: string;
  readonly selected: readonly { readonly id: string; readonly row: Row }[];
  readonly onClear: () => void;
  readonly onDone: () => unknown;
}

/** The actions on the selected rows, and the running or interrupted job. */
export function BulkBar<Row>({ actions, noun, onClear, onDone, selected }: BulkBarProps<Row>) {
  const { can, merchantId, person } = useSession();
  const client = useApolloClient();
  const place = `${merchantId}:${person.personId}:${noun}`;
  const jobs = jobsAt(place);
  const [job, setJob] = useState<BulkJob | null>(() => jobs.read());
  const [preview, setPreview] = useState<BulkJob | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const offered = actions.filter(({ needs }) => can(needs));
  const actionOf = ({ action }: BulkJob) => offered.find(({ label }) => label === action);
  const keep = (changed: BulkJob) => {
    jobs.keep(changed);
    setJob(changed);
  };
  const run = async (started: BulkJob) => {
    const action = actionOf(started);
    if (!action || isRunning) return;
    isStopped.current = false;
    setPreview(null);
    keep(started);
    setRunning(true);
    try {
      await runJob(client, action, started, keep, () => isStopped.current);
    } finally {
      setRunning(false);
    }
    await onDone();
  };
  const putAway = () => {
    jobs.forget();
    setJob(null);
    setOpen(false);
    onClear();
  };
  const possible = offered
    .map((one) => ({ action: one, wanted: newJob(one, selected) }))
    .filter(({ wanted }) => wanted.items.length > 0);
  const shown = preview ?? (isOpen ? job : null);
  const action = shown && actionOf(shown);
  if (offered.length === 0) return null;
  return (
    <>
      {job && !isOpen && (
        <Paper withBorder p="xs" mb="xs" role="status">
          <Group gap="xs">
            <Text size="sm" flex={1}>
              {isFinished(job) ? 'Finished' : 'Unfinished'}: {job.action.toLowerCase()}{' '}
              {counted(job.items.length, noun)}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              {isFinished(job) ? 'Show the outcome' : 'Show progress'}
            </Button>
          </Group>
        </Paper>
      )}
      {selected.length > 0 && !job && (
        <Paper withBorder p="xs" mb="xs">
          <Group gap="xs">
            <Text size="sm" role="status">
              {counted(selected.length, noun)} selected
            </Text>
            {possible.map(({ action, wanted }) => (
              <Button
                key={action.label}
                size="compact-sm"
                {...(action.isDestructive ? buttonLooks.grave : buttonLooks.other)}
                onClick={() => setPreview(wanted)}
              >
                {action.label} {wanted.items.length}
              </Button>
            ))}
            {possible.length === 0 && (
              <Text size="sm" c="dimmed">
                No action applies to this selection.
              </Text>
            )}
            <Button size="compact-sm" variant="subtle" onClick={onClear}>
              Unselect
            </Button>
          </Group>
        </Paper>
      )}
      {shown && action && (
        <BulkDialog
          job={shown}
          action={action}
          noun={noun}
          leftOut={preview ? selected.length - preview.items.length : 0}
          isPreview={preview !== null}
          isRunning={isRunning}
          onRun={() => {
            setOpen(true);
            void run(shown);
          }}
          onStop={() => {
            isStopped.current = true;
          }}
          onPutAway={putAway}
          onClose={() => {
            setPreview(null);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
