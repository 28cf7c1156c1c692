import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { makeKey } from '../data/idempotency.ts';
import { problemOf } from '../data/problem.ts';
import type { AskedProof } from '../session/auth.ts';
import type { Outcome } from './outcome.ts';
import { errorSaid } from './setting-labels.ts';

/** Runs a command with an idempotency key. Commands without a response keep their key: see `onceEach`. */
export type Command = (idempotencyKey: string) => Promise<Outcome>;

interface CommandOptions {
  readonly onClose: () => void;
  /** Called once the command is done, and when it may have been done. */
  readonly onDone: (() => unknown) | undefined;
  /** Called on success in place of `onClose`. */
  readonly onNext: (() => void) | undefined;
  /** The form's labels by field name, for error messages. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

const LOST =
  'There was no response, so this may have been done. You can safely send it again unchanged. Before you change anything, check whether it was done.';

/** Statuses that a proxy in front of the service may give: the command may have run. */
const isLost = (status: number | null) => status === null || status === 502 || status === 504;

/** Runs a dialog's commands, one at a time, and shows the outcome or the refusal. */
export function useCommand({ labels, onClose, onDone, onNext }: CommandOptions) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [mayBeDone, setMayBeDone] = useState(false);
  const [refused, setRefused] = useState<{ proof: AskedProof; command: Command } | null>(null);

  const perform = async (command: Command) => {
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    try {
      const { asks, done, isBad, userErrors } = await command(makeKey());
      setMayBeDone(false);
      if (asks) return setRefused({ proof: asks, command });
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
      if (code === 'second_factor_required') return setRefused({ proof: 'second_factor', command });
      setProblems([message]);
      setMayBeDone(isLost(status));
      // The page behind the dialog shows the outcome.
      if (isLost(status)) void Promise.resolve(onDone?.()).catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    problems: mayBeDone ? [...problems, LOST] : problems,
    /** The proof that the command requires of the person; null without one. */
    proofWanted: refused?.proof ?? null,
    perform,
    /** Runs the command again after the proof. */
    repeat: () => {
      setRefused(null);
      if (refused) void perform(refused.command);
    },
    /** A response to earlier values says nothing about the current ones. */
    forgetProblems: () => setProblems([]),
  };
}
