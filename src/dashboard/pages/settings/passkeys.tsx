import { Anchor, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { type AuthResult, auth, messageIn, proofAskedBy, readAuth } from '../../session/auth.ts';
import { addPasskey, addressForPasskeys, isNoPasskey, passkeysWork } from '../../session/passkeys.ts';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';

interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
  /** Whether it is copied to the person's other devices. */
  readonly backedUp: boolean;
}

type Open = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey };

/** The person's passkeys: adds, names and removes them. */
export function Passkeys({ onChange }: { onChange?: () => unknown }) {
  const [passkeys, setPasskeys] = useState<readonly Passkey[] | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const look = async () => {
    const { body } = await readAuth('/passkey/list-user-passkeys');
    setPasskeys(Array.isArray(body) ? (body as Passkey[]) : []);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    look().catch(() => undefined);
  }, []);
  const close = () => setOpen(null);
  const changed = async () => {
    await look();
    await onChange?.();
  };
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3} size="h5">
          Passkeys
        </Title>
        {passkeysWork() && (
          <Button size="xs" variant="default" onClick={() => setOpen({ action: 'add' })}>
            Add a passkey
          </Button>
        )}
      </Group>
      <SmallTable
        label="Passkeys"
        rows={passkeys ?? []}
        keyOf={({ id }) => id}
        whenEmpty={
          passkeys === null
            ? ''
            : 'With a passkey you sign in by fingerprint, face or PIN, without a password.'
        }
        columns={[
          { header: 'Name', cell: nameOf },
          { header: 'Kept', cell: ({ backedUp }) => (backedUp ? 'On your devices' : 'On one device') },
          { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            header: 'Change',
            cell: (passkey) => (
              <Group gap="xs">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Rename ${nameOf(passkey)}`}
                  onClick={() => setOpen({ action: 'rename', passkey })}
                >
                  Rename
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Remove ${nameOf(passkey)}`}
                  onClick={() => setOpen({ action: 'remove', passkey })}
                >
                  Remove
                </Button>
              </Group>
            ),
          },
        ]}
      />
      <Elsewhere />
      {open?.action === 'add' && <Add onClose={close} onDone={changed} />}
      {open?.action === 'rename' && <Rename passkey={open.passkey} onClose={close} onDone={changed} />}
      {open?.action === 'remove' && <Remove passkey={open.passkey} onClose={close} onDone={changed} />}
    </>
  );
}

const nameOf = ({ name }: Passkey) => name || 'Passkey';

/** Where passkeys can be used if they cannot here. */
function Elsewhere() {
  const address = addressForPasskeys();
  if (address === null) return null;
  return (
    <Text size="sm" c="dimmed">
      Browsers use passkeys only with names, so add one at{' '}
      <Anchor href={address} underline="always">
        {new URL(address).host}
      </Anchor>
      .
    </Text>
  );
}

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
  /** The name as it was. */
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
        description="Such as the device that keeps it."
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}

function Add(props: DialogProps) {
  const run = async (name: string) => {
    const result = await addPasskey(name);
    if (isNoPasskey(result)) {
      return { userErrors: [{ message: result.noPasskey ?? 'The request was cancelled.' }], done: '' };
    }
    return authOutcome(result, 'The passkey is added.');
  };
  return (
    <NameDialog
      {...props}
      title="Add a passkey"
      confirm="Add"
      explanation="Your browser asks where to keep it: on this device, a phone or a security key. You are signed out everywhere else."
      before=""
      run={run}
    />
  );
}

function Rename({ passkey, ...props }: DialogProps & { passkey: Passkey }) {
  const run = async (name: string) =>
    authOutcome(await auth('/passkey/update-passkey', { id: passkey.id, name }), 'The passkey is renamed.');
  return (
    <NameDialog
      {...props}
      title="Rename the passkey"
      confirm="Save"
      explanation="The name is for you: nobody else sees it."
      before={nameOf(passkey)}
      run={run}
    />
  );
}

function Remove({ onClose, onDone, passkey }: DialogProps & { passkey: Passkey }) {
  const run = async () => {
    const result = await auth('/passkey/delete-passkey', { id: passkey.id });
    return authOutcome(result, 'The passkey is removed.');
  };
  return (
    <ActionDialog
      title={`Remove ${nameOf(passkey)}`}
      confirm="Remove"
      isDestructive
      explanation="You can no longer sign in with it. You are signed out everywhere else."
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
