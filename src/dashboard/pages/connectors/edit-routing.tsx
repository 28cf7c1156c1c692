import { useMutation } from '@apollo/client/react';
import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { type ConnectorsQuery, SaveRoutingDocument } from './connectors.documents.ts';
import { algorithmOf, draftOf, isComplete, type RoutingType, routingTypes } from './routing-draft.ts';
import { RoutingTrial } from './routing-trial.tsx';
import { RoutingWarnings } from './routing-warnings.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { SharesEditor } from './shares-editor.tsx';

export type RoutedProfile = NonNullable<ConnectorsQuery['businessProfiles']>['nodes'][number];

/** The subject of a profile's routing: payments, payouts or fraud checks. */
export interface RoutedKind {
  readonly noun: string;
  /** As in "Change the routing of default". */
  readonly of: string;
  readonly field: 'routingAlgorithm' | 'payoutRoutingAlgorithm' | 'frmRoutingAlgorithm';
  /** The selectable accounts. */
  readonly kind: string;
  /** The effect of having no algorithm. */
  readonly without: string;
  /** Null if the accounts are not checked. */
  readonly transactionType: 'payment' | 'payout' | null;
}

interface EditRoutingProps {
  readonly data: ConnectorsQuery;
  readonly profile: RoutedProfile;
  readonly routed: RoutedKind;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

/** Edits the routing of a profile. Nothing changes until it is saved. */
export function EditRouting({ data, onClose, onDone, profile, routed }: EditRoutingProps) {
  const [draft, setDraft] = useState(() => draftOf(profile[routed.field]));
  const [save] = useMutation(SaveRoutingDocument);
  const accounts = data.connectorAccounts.nodes.filter(
    ({ connectorType, profileId }) => profileId === profile.profileId && connectorType === routed.kind,
  );
  const options = [
    ...accounts.map(({ connectorLabel, connectorName, merchantConnectorId }) => ({
      value: merchantConnectorId,
      label: `${connectorLabel ?? connectorName} (${merchantConnectorId})`,
    })),
    ...[...new Set(accounts.map(({ connectorName }) => connectorName))].map((name) => ({
      value: `at:${name}`,
      label: `Any account at ${name}`,
    })),
  ];
  const isOfPayments = routed.field === 'routingAlgorithm';
  const routing = algorithmOf(draft);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { profileId: profile.profileId, [routed.field]: routing, idempotencyKey };
    const result = await save({ variables: { input } });
    return { userErrors: result.data!.updateBusinessProfile.userErrors, done: 'Routing saved' };
  };
  const mayBeSaved = isComplete(draft);
  return (
    <ActionDialog
      title={isOfPayments ? `Routing of ${profile.profileName}` : `${routed.noun} of ${profile.profileName}`}
      confirm="Save the routing"
      explanation={
        isOfPayments
          ? 'Applies to new payments. Test it on a past one first.'
          : `Applies from now on.${accounts.length === 0 ? ' The profile has no such account yet: add one first.' : ''}`
      }
      isDisabled={!mayBeSaved}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <Select
        label={isOfPayments ? 'Payments go' : `${routed.noun} go`}
        data={Object.entries({ ...routingTypes, none: routed.without }).map(([value, label]) => ({
          value,
          label,
        }))}
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
      {draft.type === 'advanced' && (
        <RulesEditor
          rules={draft.rules}
          options={options}
          onChange={(rules) => setDraft({ ...draft, rules })}
        />
      )}
      {(draft.type === 'priority' || draft.type === 'advanced') && (
        <MultiSelect
          label={draft.type === 'priority' ? 'Accounts' : 'Accounts for all other payments'}
          searchable
          description="Tried from top to bottom."
          data={options}
          value={[...draft.choices]}
          onChange={(choices) => setDraft({ ...draft, choices })}
        />
      )}
      {draft.type === 'volume_split' && (
        <SharesEditor
          splits={draft.splits}
          options={options}
          onChange={(splits) => setDraft({ ...draft, splits })}
        />
      )}
      {isOfPayments && draft.type !== 'none' && (
        <Checkbox
          label="Refuse payments that none of these accounts can process"
          description="Otherwise they go to the profile’s other accounts, oldest first."
          checked={draft.isStrict}
          onChange={(event) => setDraft({ ...draft, isStrict: event.currentTarget.checked })}
        />
      )}
      {routed.transactionType && routing && mayBeSaved && (
        <RoutingWarnings
          profileId={profile.profileId}
          routing={routing}
          transactionType={routed.transactionType}
        />
      )}
      {isOfPayments && mayBeSaved && <RoutingTrial profileId={profile.profileId} routing={routing} />}
    </ActionDialog>
  );
}
