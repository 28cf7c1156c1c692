import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Prove } from '../session/prove.tsx';
import { type Command, useCommand } from './command.ts';
import { Dialog } from './dialog.tsx';

interface ActionDialogProps {
  readonly title: string;
  /** The effect, in a sentence or two. */
  readonly explanation: ReactNode;
  /** The width; `md` by default. */
  readonly size?: 'md' | 'xl';
  /** The label of the confirming button. */
  readonly confirm: string;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  /** The reason if the command became impossible while the dialog was open. */
  readonly overtaken?: string | null | undefined;
  /** Runs the command. Commands without a response keep their key: see `onceEach`. */
  readonly run: Command;
  /** A secondary action on the form's values. */
  readonly also?: { readonly label: string; readonly run: Command } | undefined;
  readonly onClose: () => void;
  /** Called once the command is done, before the dialog closes, and when it may have been done. */
  readonly onDone?: (() => unknown) | undefined;
  /** Called on success, in place of `onClose`: for dialogs that lead to another. */
  readonly onNext?: (() => void) | undefined;
  /** The form's fields, if any. */
  readonly children?: ReactNode;
  /** The form's labels by field name, for error messages. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Explains a command, asks the person to confirm it, and runs it once. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    also,
    children,
    confirm,
    explanation,
    isDestructive,
    isDisabled,
    labels,
    onClose,
    onDone,
    onNext,
    run,
    size = 'md',
    title,
  } = props;
  const command = useCommand({ labels, onClose, onDone, onNext });
  const { isBusy, problems, proofWanted } = command;
  const overtaken = isBusy ? null : props.overtaken;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void command.perform(run);
  };
  const forgetIfChosen = ({ target }: MouseEvent) =>
    target instanceof Element && target.closest('[role="option"]') && command.forgetProblems();

  if (proofWanted) {
    return (
      <Dialog onClose={onClose} title={title}>
        <Prove proof={proofWanted} onProved={command.repeat} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses an option by clicking it */}
      <form onSubmit={submit} onChange={command.forgetProblems} onClick={forgetIfChosen}>
        <Stack>
          {overtaken ? (
            <Problems of={[overtaken]} />
          ) : (
            <>
              <Text size="sm" component="div">
                {explanation}
              </Text>
              {children}
              <Problems of={problems} />
            </>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} type="button">
              Close
            </Button>
            {!overtaken && also && (
              <Button
                variant="default"
                type="button"
                disabled={isBusy}
                onClick={() => void command.perform(also.run)}
              >
                {also.label}
              </Button>
            )}
            {!overtaken && (
              <Button
                type="submit"
                loading={isBusy}
                disabled={isDisabled ?? false}
                color={isDestructive ? 'red.9' : 'rail'}
              >
                {confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Problems({ of: problems }: { of: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {problems.map((problem) => (
        <Text size="sm" key={problem}>
          {problem}
        </Text>
      ))}
    </Alert>
  );
}
