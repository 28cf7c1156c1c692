import { useQuery } from '@apollo/client/react';
import { useSession } from '../session/session.tsx';
import { PickedAccountsDocument } from './picker.documents.ts';

/** The names of connector accounts by identifier: `EU (stripe)`. */
export function useAccountNames(): (id: string | null | undefined) => string {
  const { can } = useSession();
  const { data } = useQuery(PickedAccountsDocument, { skip: !can('CONNECTORS_READ') });
  const names = new Map(
    data?.connectorAccounts.nodes.map(({ connectorLabel, connectorName, merchantConnectorId }) => [
      merchantConnectorId,
      connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName,
    ]),
  );
  return (id) => (id ? (names.get(id) ?? id) : 'Unknown account');
}

/** The name of a connector account; its identifier until it is known. */
export function AccountName({ id }: { id: string | null | undefined }) {
  const nameOf = useAccountNames();
  return <>{nameOf(id)}</>;
}
