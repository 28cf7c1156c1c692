import { useMutation } from '@apollo/client/react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { DeleteValueListDocument } from './list.documents.ts';

interface DeleteListProps {
  readonly listId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Deletes a list with its entries, and leads to the other lists. */
export function DeleteList({ listId, name, onClose }: DeleteListProps) {
  const [, navigate] = useLocation();
  const [remove] = useMutation(DeleteValueListDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({
      variables: { input: { listId, idempotencyKey } },
      refetchQueries: ['NamedLists'],
    });
    return { userErrors: data!.deleteValueList.userErrors, done: 'List deleted' };
  };
  return (
    <ActionDialog
      title="Delete the list"
      confirm="Delete"
      isDestructive
      explanation={`“${name}” is deleted with all its entries. A list that active rules name can’t be deleted.`}
      run={run}
      onClose={onClose}
      onNext={() => navigate('/dashboard/lists')}
    />
  );
}
