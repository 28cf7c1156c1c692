import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { counted } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { ConfirmImportDocument, UndoImportDocument } from './finance-import-page.documents.ts';
import type { ShownImport } from './shown-import.ts';

interface ImportActionsProps {
  readonly of: ShownImport;
  readonly onDone: () => unknown;
}

/** The buttons of an import: confirm or discard its preview, or undo it. */
export function ImportActions({ of, onDone }: ImportActionsProps) {
  const { can } = useSession();
  const [open, setOpen] = useState<'confirm' | 'undo' | null>(null);
  const [confirmImport] = useMutation(ConfirmImportDocument);
  const [undoImport] = useMutation(UndoImportDocument);
  if (!can('FINANCE_WRITE')) return null;
  const { importId, linesRead, linesRefused, status } = of;
  const isPreview = status === 'preview';
  const confirm = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await confirmImport({ variables: { input: { importId, idempotencyKey } } });
    return { userErrors: data!.confirmFinanceImport.userErrors, done: 'Import started' };
  };
  const undo = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await undoImport({ variables: { input: { importId, idempotencyKey } } });
    const done = isPreview ? 'Preview discarded' : 'Undo started';
    return { userErrors: data!.undoFinanceImport.userErrors, done };
  };
  const close = () => setOpen(null);
  const undoLabel = isPreview ? 'Discard' : 'Undo';
  return (
    <>
      {isPreview && linesRefused < linesRead && (
        <Button {...buttonLooks.main} onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
      )}
      {['preview', 'running', 'done'].includes(status) && (
        <Button {...buttonLooks.grave} onClick={() => setOpen('undo')}>
          {undoLabel}
        </Button>
      )}
      {open === 'confirm' && (
        <ActionDialog
          title="Confirm the import"
          confirm="Confirm"
          explanation={`A job records ${counted(linesRead - linesRefused, 'line')}. Refused lines don’t count.`}
          run={confirm}
          onClose={close}
          onDone={onDone}
        />
      )}
      {open === 'undo' && (
        <ActionDialog
          title={isPreview ? 'Discard the preview' : 'Undo the import'}
          confirm={undoLabel}
          isDestructive
          explanation={
            isPreview
              ? 'Nothing was recorded. You can upload the file again.'
              : 'A job removes all lines of the file, and what a bank statement said about settlements.'
          }
          run={undo}
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  );
}
