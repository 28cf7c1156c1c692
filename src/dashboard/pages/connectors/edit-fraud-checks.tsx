import { useMutation } from '@apollo/client/react';
import { MultiSelect, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { type ConnectorsQuery, SaveRoutingDocument } from './connectors.documents.ts';
import { ANY_AT, algorithmOf, draftOf, type RoutingType, routingTypes } from './routing-draft.ts';

export type RoutedProfile = NonNullable<ConnectorsQuery['businessProfiles']>['nodes'][number];

interface EditFraudChecksProps {
  readonly data: ConnectorsQuery;
  readonly profile: RoutedProfile;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

/** Edits the accounts that check a profile's payments for fraud. Nothing changes until it is saved. */
export function EditFraudChecks({ data, onClose, onDone, profile }: EditFraudChecksProps) {
  const [draft, setDraft] = useState(() => draftOf(profile.frmRoutingAlgorithm));
  const [save] = useMutation(SaveRoutingDocument);
  const accounts = data.connectorAccounts.nodes.filter(
    ({ connectorType, profileId }) => profileId === profile.profileId && connectorType === 'payment_vas',
  );
  const options = [
    ...accounts.map(({ connectorLabel, connectorName, merchantConnectorId }) => ({
      value: merchantConnectorId,
      label: `${connectorLabel ?? connectorName} (${merchantConnectorId})`,
    })),
    ...[...new Set(accounts.map(({ connectorName }) => connectorName))].map((name) => ({
      value: ANY_AT + name,
      label: `Any account at ${name}`,
    })),
  ];
  const routing = algorithmOf(draft);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { profileId: profile.profileId, frmRoutingAlgorithm: routing, idempotencyKey };
    const result = await save({ variables: { input } });
    return { userErrors: result.data!.updateBusinessProfile.userErrors, done: 'Routing saved' };
  };
  return (
    <ActionDialog
      title={`Fraud checks of ${profile.profileName}`}
      confirm="Save the routing"
      explanation={`Applies from now on.${accounts.length === 0 ? ' The profile has no such account yet: add one first.' : ''}`}
      isDisabled={routing === undefined}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <Select
        label="Fraud checks go"
        data={Object.entries(routingTypes).map(([value, label]) => ({ value, label }))}
        value={draft.type}
        allowDeselect={false}
        onChange={(type) => setDraft({ ...draft, type: (type ?? 'none') as RoutingType })}
      />
      {draft.type === 'single' && (
        <Select
          label="Account"
          data={options}
          value={draft.choices[0] ?? null}
          onChange={(choice) => setDraft({ ...draft, choices: choice ? [choice] : [] })}
        />
      )}
      {draft.type === 'priority' && (
        <MultiSelect
          label="Accounts"
          searchable
          description="Tried from top to bottom."
          data={options}
          value={[...draft.choices]}
          onChange={(choices) => setDraft({ ...draft, choices })}
        />
      )}
      {draft.type === 'json' && (
        <Textarea
          label="Algorithm"
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          value={draft.json}
          onChange={(event) => setDraft({ ...draft, json: event.currentTarget.value })}
        />
      )}
    </ActionDialog>
  );
}
