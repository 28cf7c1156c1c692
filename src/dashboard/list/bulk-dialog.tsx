import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Dialog } from '../act/dialog.tsx';
import { formatMoney } from '../data/money.ts';
import { counted } from '../data/words.ts';
import { Money } from '../show/money.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { Status } from '../show/status.tsx';
import { type BulkAction, type BulkItem, type BulkJob, isFinished, sumsOf } from './bulk.ts';

interface BulkDialogProps {
  readonly job: BulkJob;
  readonly action: Pick<BulkAction<never>, 'explanation' | 'isDestructive' | 'label'>;
  readonly noun: string;
  /** The number of selected rows that the action does not apply to. */
  readonly leftOut: number;
  /** Whether no command was sent yet. */
  readonly isPreview: boolean;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly onPutAway: () => void;
  readonly onClose: () => void;
}

const statusOf: Readonly<Record<BulkItem['state'], string>> = {
  waiting: 'waiting',
  sent: 'no_answer_yet',
  done: 'succeeded',
  failed: 'failed',
  unknown: 'unresolved',
};

/** Confirms an action on many rows, with totals, then shows its progress row by row. */
export function BulkDialog(props: BulkDialogProps) {
  const { action, isPreview, isRunning, job, leftOut, noun, onClose, onPutAway, onRun, onStop } = props;
  const { items } = job;
  const count = (state: BulkItem['state']) => items.filter((item) => item.state === state).length;
  const isOver = isFinished(job);
  const answered = items.length - count('waiting') - count('sent');
  const title = `${action.label} ${counted(items.length, noun)}`;
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        <Text size="sm">{action.explanation}</Text>
        <Text size="sm" component="div">
          Total:{' '}
          <b>
            {sumsOf(items)
              .map(([currency, sum]) => formatMoney(sum, currency))
              .join(' and ')}
          </b>
          .
          {leftOut > 0 &&
            ` ${counted(leftOut, `selected ${noun}`)} skipped: not possible in the current state.`}
        </Text>
        {!isPreview && (
          <>
            <Progress
              value={(answered / items.length) * 100}
              color="rail"
              aria-label={`${answered} of ${items.length} done`}
            />
            <Text size="sm" role="status">
              {count('done')} done, {count('failed') + count('unknown')} not, {items.length - answered} left
            </Text>
          </>
        )}
        <SmallTable
          label={title}
          rows={items}
          keyOf={({ id }) => id}
          whenEmpty="None"
          columns={[
            {
              header: 'Amount',
              isNumber: true,
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
            { header: 'Outcome', cell: ({ state }) => <Status of={statusOf[state]} /> },
            { header: 'Why', cell: ({ said, state }) => (state === 'done' ? '' : (said ?? '')) },
            { header: 'Identifier', cell: ({ id }) => <span className="identifier">{id}</span> },
          ]}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!isPreview && !isRunning && (
            <Button variant="default" onClick={onPutAway}>
              {isOver ? 'Done' : 'Discard'}
            </Button>
          )}
          {isRunning && (
            <Button variant="default" onClick={onStop}>
              Stop
            </Button>
          )}
          {!isRunning && !isOver && (
            <Button color={action.isDestructive ? 'red.9' : 'rail'} onClick={onRun}>
              {isPreview ? title : `Resume: ${items.length - answered} left`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
