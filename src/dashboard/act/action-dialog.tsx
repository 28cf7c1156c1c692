import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { makeKey } from '../data/idempotency.ts';
import { problemOf } from '../data/problem.ts';
import type { AskedProof } from '../session/auth.ts';
import { Prove } from '../session/prove.tsx';
import { Dialog } from './dialog.tsx';
import type { Outcome } from './outcome.ts';
import { errorSaid } from './setting-labels.ts';

interface ActionDialogProps {
  readonly title: string;
  /** The effect, in a sentence or two. */
  readonly explanation: ReactNode;
  /** The name of the button that does it. */
  readonly confirm: string;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  /** Why it cannot be done any more, if that changed while the dialog was open. */
  readonly overtaken?: string | null | undefined;
  /** Runs the command. Commands without a response keep their key: see `onceEach`. */
  readonly run: (idempotencyKey: string) => Promise<Outcome>;
  /** Something else that can be done with what is in the form. */
  readonly also?: { readonly label: string; readonly run: ActionDialogProps['run'] } | undefined;
  readonly onClose: () => void;
  /** Called once it is done, before the dialog closes, and when it may have been. */
  readonly onDone?: (() => unknown) | undefined;
  /** Called on success, in place of `onClose`: for dialogs that lead to another. */
  readonly onNext?: (() => void) | undefined;
  /** The fields of the form, if there are any. */
  readonly children?: ReactNode;
  /** Labels of the fields by their names, for errors to call them as the form does. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

const LOST =
  'No answer came, so this may have been done. Sent again unchanged, it is not done twice. Before you change anything, look at whether it was done.';

/** Statuses of a response that says nothing about the command, because something before the service gave it. */
const isLost = (status: number | null) => status === null || status === 502 || status === 504;

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
    title,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [mayBeDone, setMayBeDone] = useState(false);
  const [proofWanted, setProofWanted] = useState<{
    proof: AskedProof;
    command: ActionDialogProps['run'];
  } | null>(null);
  const overtaken = isBusy ? null : props.overtaken;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void perform(run);
  };
  const perform = async (command: ActionDialogProps['run']) => {
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    try {
      const { asks, done, isBad, userErrors } = await command(makeKey());
      setMayBeDone(false);
      if (asks) return setProofWanted({ proof: asks, command });
      if (userErrors.length > 0) {
        setProblems(userErrors.map((error) => errorSaid(error, labels)));
        return;
      }
      if (done)
        notifications.show(isBad ? { message: done, color: 'red', autoClose: false } : { message: done });
      await onDone?.();
      (onNext ?? onClose)();
    } catch (error) {
      const { code, message, status } = problemOf(error);
      if (code === 'second_factor_required') return setProofWanted({ proof: 'second_factor', command });
      setProblems([message]);
      setMayBeDone(isLost(status));
      // The page behind the dialog shows whether it was.
      if (isLost(status)) void Promise.resolve(onDone?.()).catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  // A response to what was in the form before says nothing about what is in it now.
  const forget = () => setProblems([]);
  const forgetIfChosen = ({ target }: MouseEvent) =>
    target instanceof Element && target.closest('[role="option"]') && forget();

  if (proofWanted) {
    const goOn = () => {
      setProofWanted(null);
      void perform(proofWanted.command);
    };
    return (
      <Dialog onClose={onClose} title={title}>
        <Prove proof={proofWanted.proof} onProved={goOn} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={title}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses an option by clicking it */}
      <form onSubmit={submit} onChange={forget} onClick={forgetIfChosen}>
        <Stack>
          {overtaken ? (
            <Problems of={[overtaken]} />
          ) : (
            <>
              <Text size="sm" component="div">
                {explanation}
              </Text>
              {children}
              <Problems of={mayBeDone ? [...problems, LOST] : problems} />
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
                onClick={() => void perform(also.run)}
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
