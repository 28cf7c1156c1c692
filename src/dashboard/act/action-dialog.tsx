import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useIdempotencyKey } from '../data/idempotency.ts';
import { problemOf } from '../data/problem.ts';

/** A command's result, with its errors if it was refused. */
export interface Outcome {
  readonly userErrors: readonly { readonly message: string }[];
  /** The notification after success. */
  readonly done: string;
}

interface ActionDialogProps {
  readonly title: string;
  /** The effect, in a sentence or two. */
  readonly explanation: ReactNode;
  /** The name of the button that does it. */
  readonly confirm: string;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  /** Runs the command under one idempotency key, even if the button is pressed again. */
  readonly run: (idempotencyKey: string) => Promise<Outcome>;
  readonly onClose: () => void;
  /** Called once it is done, before the dialog closes. */
  readonly onDone?: (() => unknown) | undefined;
  /** Called on success, in place of `onClose`: for dialogs that lead to another. */
  readonly onNext?: (() => void) | undefined;
  /** The fields of the form, if there are any. */
  readonly children?: ReactNode;
}

/** Explains a command, asks the person to confirm it, and runs it once. */
export function ActionDialog(props: ActionDialogProps) {
  const { children, confirm, explanation, isDestructive, isDisabled, onClose, onDone, onNext, run, title } =
    props;
  const idempotencyKey = useIdempotencyKey();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    try {
      const { done, userErrors } = await run(idempotencyKey);
      if (userErrors.length > 0) {
        setProblems(userErrors.map(({ message }) => message));
        return;
      }
      if (done) notifications.show({ message: done });
      await onDone?.();
      (onNext ?? onClose)();
    } catch (error) {
      setProblems([problemOf(error).message]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text size="sm" component="div">
            {explanation}
          </Text>
          {children}
          {problems.length > 0 && (
            <Alert color="red" variant="outline" role="alert">
              {problems.map((problem) => (
                <Text size="sm" key={problem}>
                  {problem}
                </Text>
              ))}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} type="button">
              Close
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={isDisabled ?? false}
              color={isDestructive ? 'red.9' : 'rail'}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
