import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { type AuthResult, auth, messageIn, proofAskedBy } from '../../session/auth.ts';
import { addPasskey, isNoPasskey } from '../../session/passkeys.ts';

/** A passkey of the person, in the service's format. */
export interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
  /** Whether it is synced to the person's other devices. */
  readonly backedUp: boolean;
}

/** The passkey's name. */
export const nameOf = ({ name }: Passkey) => name || 'Passkey';

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

function authOutcome(result: AuthResult, done: string): Outcome {
  const { body, isOk } = result;
  if (isOk) return { userErrors: [], done };
  const message = messageIn(body) ?? 'The request failed.';
  return { userErrors: [{ message }], done: '', asks: proofAskedBy(result) };
}

interface NameDialogProps extends DialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly explanation: string;
  /** The current name. */
  readonly before: string;
  readonly run: (name: string) => Promise<Outcome>;
}

/** The dialog for a passkey's name. */
function NameDialog({ before, run, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(before);
  return (
    <ActionDialog {...dialog} isDisabled={name.trim() === ''} run={() => run(name.trim())}>
      <TextInput
        label="Name"
        description="For example the device that stores it"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}

export function AddPasskey(props: DialogProps) {
  const run = async (name: string) => {
    const result = await addPasskey(name);
    if (isNoPasskey(result)) {
      return { userErrors: [{ message: result.noPasskey ?? 'The request was cancelled.' }], done: '' };
    }
    return authOutcome(result, 'Passkey added');
  };
  return (
    <NameDialog
      {...props}
      title="Add a passkey"
      confirm="Add"
      explanation="Your browser asks where to store it: this device, a phone or a security key. You are signed out everywhere else."
      before=""
      run={run}
    />
  );
}

export function RenamePasskey({ passkey, ...props }: DialogProps & { passkey: Passkey }) {
  const run = async (name: string) =>
    authOutcome(await auth('/passkey/update-passkey', { id: passkey.id, name }), 'Passkey renamed');
  return (
    <NameDialog
      {...props}
      title="Rename the passkey"
      confirm="Save"
      explanation="Only you see the name."
      before={nameOf(passkey)}
      run={run}
    />
  );
}

export function RemovePasskey({ onClose, onDone, passkey }: DialogProps & { passkey: Passkey }) {
  const run = async () => {
    const result = await auth('/passkey/delete-passkey', { id: passkey.id });
    return authOutcome(result, 'Passkey removed');
  };
  return (
    <ActionDialog
      title={`Remove ${nameOf(passkey)}`}
      confirm="Remove"
      isDestructive
      explanation="You can’t sign in with it any more. You are signed out everywhere else."
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
