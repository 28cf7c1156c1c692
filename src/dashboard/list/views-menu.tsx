import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ActionDialog } from '../act/action-dialog.tsx';
import type { Outcome } from '../act/outcome.ts';
import { problemOf } from '../data/problem.ts';
import type { ViewedList } from '../data/schema-types.ts';
import { ViewIcon } from '../show/icons.tsx';
import { viewOf } from './address.ts';
import { DeleteViewDocument, SaveViewDocument, ViewsDocument, type ViewsQuery } from './views.documents.ts';

type View = ViewsQuery['viewer']['savedViews'][number];
/** The open dialog: name a view, new without an identifier, or confirm its deletion. */
type OpenDialog =
  | { readonly name: string; readonly address: string; readonly viewId?: string }
  | { readonly deleted: View };

/** Saves a list's filters and columns under a name, and applies saved views. Loads them when it opens. */
export function ViewsMenu({ list }: { list: ViewedList }) {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [params] = useSearchParams();
  const ask = (next: OpenDialog) => {
    setOpen(false);
    setDialog(next);
  };
  const close = () => setDialog(null);
  return (
    <>
      <Popover position="bottom-end" withinPortal opened={isOpen} onChange={setOpen} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<ViewIcon size={14} />}
            onClick={() => setOpen(!isOpen)}
          >
            Views
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Views">
          <Stack gap="xs">
            {isOpen && <SavedViews list={list} onAsk={ask} onChosen={() => setOpen(false)} />}
            <Button size="xs" onClick={() => ask({ name: '', address: viewOf(params) })}>
              Save this view
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {dialog && 'deleted' in dialog && <DeleteDialog view={dialog.deleted} onClose={close} />}
      {dialog && 'name' in dialog && <SaveDialog list={list} {...dialog} onClose={close} />}
    </>
  );
}

interface SavedViewsProps {
  readonly list: ViewedList;
  readonly onAsk: (what: OpenDialog) => void;
  readonly onChosen: () => void;
}

function SavedViews({ list, onAsk, onChosen }: SavedViewsProps) {
  const [params, setParams] = useSearchParams();
  const { data, error } = useQuery(ViewsDocument, {
    variables: { list },
    fetchPolicy: 'network-only',
  });
  const views = (data?.viewer.savedViews ?? []) as readonly View[];
  if (error) return <Text size="sm">{problemOf(error).message}</Text>;
  if (!data) return <Text size="sm">Loading…</Text>;
  if (views.length === 0) {
    return (
      <Text size="sm" c="dimmed" maw={260}>
        No saved views yet. A view keeps filters, order and columns under a name, only for you.
      </Text>
    );
  }
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Saved views">
      {views.map((view) => (
        <Group key={view.viewId} component="li" gap={4} wrap="nowrap" justify="space-between">
          <Button
            variant="subtle"
            size="compact-sm"
            {...(view.address === viewOf(params) ? { 'aria-current': 'true' as const } : {})}
            onClick={() => {
              setParams(new URLSearchParams(view.address));
              onChosen();
            }}
          >
            {view.name}
          </Button>
          <Group gap={4} wrap="nowrap">
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Rename ${view.name}`}
              onClick={() => onAsk(view)}
            >
              Rename
            </Button>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Delete ${view.name}`}
              onClick={() => onAsk({ deleted: view })}
            >
              Delete
            </Button>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

interface SaveDialogProps {
  readonly list: ViewedList;
  readonly name: string;
  readonly address: string;
  /** The view to rename; a new one unless given. */
  readonly viewId?: string;
  readonly onClose: () => void;
}

function SaveDialog({ address, list, name: before, onClose, viewId }: SaveDialogProps) {
  const [name, setName] = useState(before);
  const [save] = useMutation(SaveViewDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { list, name, address, idempotencyKey, ...(viewId ? { viewId } : {}) };
    const { data } = await save({ variables: { input } });
    return { userErrors: data!.saveView.userErrors, done: 'View saved' };
  };
  return (
    <ActionDialog
      title={viewId ? 'Rename the view' : 'Save this view'}
      confirm={viewId ? 'Rename' : 'Save'}
      explanation={
        viewId
          ? 'Only the name changes.'
          : 'Saves the current filters, search, order and columns, only for you.'
      }
      isDisabled={name.trim() === ''}
      run={run}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={64}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function DeleteDialog({ onClose, view: { name, viewId } }: { view: View; onClose: () => void }) {
  const [remove] = useMutation(DeleteViewDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { viewId, idempotencyKey } } });
    return { userErrors: data!.deleteView.userErrors, done: 'View deleted' };
  };
  return (
    <ActionDialog
      title="Delete the view"
      confirm="Delete"
      isDestructive
      explanation={`Deletes “${name}”, but none of its rows.`}
      run={run}
      onClose={onClose}
    />
  );
}
