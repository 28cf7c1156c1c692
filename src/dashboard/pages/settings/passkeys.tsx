import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readAuth } from '../../session/auth.ts';
import { addressForPasskeys, passkeysWork } from '../../session/passkeys.ts';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import { AddPasskey, nameOf, type Passkey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';

type Open = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey };

/** Lists, adds, renames and removes the person's passkeys. */
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
      {open?.action === 'add' && <AddPasskey onClose={close} onDone={changed} />}
      {open?.action === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} onDone={changed} />}
      {open?.action === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} onDone={changed} />}
    </>
  );
}

/** A link to an address where passkeys work, if they do not work here. */
function Elsewhere() {
  const address = addressForPasskeys();
  if (address === null) return null;
  return (
    <Text size="sm" c="dimmed">
      Passkeys need a host name: open{' '}
      <Anchor href={address} underline="always">
        {new URL(address).host}
      </Anchor>
      .
    </Text>
  );
}
