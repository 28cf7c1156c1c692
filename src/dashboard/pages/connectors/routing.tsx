import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, Group, MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { type ConnectorsQuery, SaveRoutingDocument } from './connectors.documents.ts';
import { algorithmOf, draftOf, isComplete, type RoutingType, routingTypes } from './routing-draft.ts';
import { RoutingTrial } from './routing-trial.tsx';
import { RoutingWarnings } from './routing-warnings.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { SharesEditor } from './shares-editor.tsx';

type Profile = NonNullable<ConnectorsQuery['businessProfiles']>['nodes'][number];

interface RoutingProps {
  readonly data: ConnectorsQuery;
  readonly mayChange: boolean;
  readonly onDone: () => unknown;
}

interface Routed {
  readonly noun: string;
  /** As in "Change the routing of default". */
  readonly of: string;
  readonly field: 'routingAlgorithm' | 'payoutRoutingAlgorithm' | 'frmRoutingAlgorithm';
  /** The accounts that are chosen from. */
  readonly kind: string;
  /** The effect of having no algorithm. */
  readonly without: string;
  /** Null where the accounts are not checked. */
  readonly transactionType: 'payment' | 'payout' | null;
}

const routed: readonly Routed[] = [
  {
    ...{ noun: 'Payments', of: 'the routing of', field: 'routingAlgorithm', kind: 'payment_processor' },
    without: routingTypes.none,
    transactionType: 'payment',
  },
  {
    ...{
      noun: 'Payouts',
      of: 'the payout routing of',
      field: 'payoutRoutingAlgorithm',
      kind: 'payout_processor',
    },
    without: 'As the merchant account says, else oldest account first',
    transactionType: 'payout',
  },
  {
    ...{ noun: 'Fraud checks', of: 'the fraud checks of', field: 'frmRoutingAlgorithm', kind: 'payment_vas' },
    without: 'As the merchant account says, else none',
    transactionType: null,
  },
];

/** How each business profile chooses the account of a payment, of a payout and of a fraud check. */
export function Routing({ data, mayChange, onDone }: RoutingProps) {
  const [edited, setEdited] = useState<{ profile: Profile; what: Routed } | null>(null);
  return (
    <Section title="Routing">
      <SmallTable
        label="Routing"
        rows={data.businessProfiles?.nodes ?? []}
        keyOf={({ id }) => id}
        whenEmpty="No business profiles."
        columns={[
          { header: 'Profile', cell: ({ profileName }) => profileName },
          ...routed.map((what) => ({
            header: what.noun,
            cell: (profile: Profile) => (
              <Group gap="xs" wrap="nowrap">
                {saidOf(profile, what)}
                {mayChange && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setEdited({ profile, what })}
                    aria-label={`Change ${what.of} ${profile.profileName}`}
                  >
                    Change
                  </Button>
                )}
              </Group>
            ),
          })),
        ]}
      />
      {edited && <EditRouting {...edited} data={data} onClose={() => setEdited(null)} onDone={onDone} />}
    </Section>
  );
}

function saidOf(profile: Profile, { field, without }: Routed): string {
  const { type } = draftOf(profile[field]);
  return type === 'none' ? without : routingTypes[type];
}

interface EditRoutingProps extends Pick<RoutingProps, 'data' | 'onDone'> {
  readonly profile: Profile;
  readonly what: Routed;
  readonly onClose: () => void;
}

/** Edits the routing of a profile. Nothing changes until it is saved. */
function EditRouting({ data, onClose, onDone, profile, what }: EditRoutingProps) {
  const [draft, setDraft] = useState(() => draftOf(profile[what.field]));
  const [save] = useMutation(SaveRoutingDocument);
  const accounts = data.connectorAccounts.nodes.filter(
    ({ connectorType, profileId }) => profileId === profile.profileId && connectorType === what.kind,
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
  const isOfPayments = what.field === 'routingAlgorithm';
  const routing = algorithmOf(draft);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { profileId: profile.profileId, [what.field]: routing, idempotencyKey };
    const result = await save({ variables: { input } });
    return { userErrors: result.data!.updateBusinessProfile.userErrors, done: 'The routing is saved.' };
  };
  const mayBeSaved = isComplete(draft);
  return (
    <ActionDialog
      title={isOfPayments ? `Routing of ${profile.profileName}` : `${what.noun} of ${profile.profileName}`}
      confirm="Save the routing"
      explanation={
        isOfPayments
          ? 'Payments that are confirmed from now on go to the accounts that you choose here. Try it on a past payment first: that changes nothing.'
          : `What is confirmed from now on goes to the accounts that you choose here.${accounts.length === 0 ? ' The profile has no account for it yet: add one first.' : ''}`
      }
      isDisabled={!mayBeSaved}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <Select
        label={isOfPayments ? 'Payments go' : `${what.noun} go`}
        data={Object.entries({ ...routingTypes, none: what.without }).map(([value, label]) => ({
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
          description="In the order they are to be asked."
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
          label="Refuse payments that none of these accounts can take"
          description="Otherwise they go to the other accounts of the profile, oldest first."
          checked={draft.isStrict}
          onChange={(event) => setDraft({ ...draft, isStrict: event.currentTarget.checked })}
        />
      )}
      {what.transactionType && routing && mayBeSaved && (
        <RoutingWarnings
          profileId={profile.profileId}
          routing={routing}
          transactionType={what.transactionType}
        />
      )}
      {isOfPayments && mayBeSaved && <RoutingTrial profileId={profile.profileId} routing={routing} />}
    </ActionDialog>
  );
}
