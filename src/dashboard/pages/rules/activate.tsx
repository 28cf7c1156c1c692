import { useMutation } from '@apollo/client/react';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { counted } from '../../data/words.ts';
import { Replay } from './replay.tsx';
import { ActivateRulesetDocument, DeactivateRulesetDocument } from './rules.documents.ts';
import type { RulesetQuery } from './ruleset.documents.ts';
import { decisions, type RuleNames, withoutRules } from './sentences.ts';

type Ruleset = NonNullable<RulesetQuery['ruleset']>;

interface DialogProps {
  readonly ruleset: Ruleset;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

interface ActivateDialogProps extends DialogProps {
  /** The version that it replaces; null for none. */
  readonly active: { readonly name: string; readonly version: number } | null;
  /** The names of accounts for the replay; null if the person may not replay. */
  readonly names: RuleNames | null;
  /** What differs from the active version. */
  readonly children: ReactNode;
}

const subjectOf = ({ decision }: Ruleset) => (decision === 'payout_routing' ? 'payouts' : 'payments');

/** Activates a version, and names the version that it replaces. */
export function ActivateDialog({ active, children, names, onClose, onDone, ruleset }: ActivateDialogProps) {
  const [activate] = useMutation(ActivateRulesetDocument);
  const { decision, name, rulesetId, version, warnings } = ruleset;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await activate({ variables: { input: { rulesetId, idempotencyKey } } });
    return { userErrors: data!.activateRuleset.userErrors, done: `Version ${version} is active` };
  };
  const replaced = active
    ? `It replaces version ${active.version} “${active.name}”, which you can activate again.`
    : `No ${decisions[decision].noun} are active now.`;
  return (
    <ActionDialog
      title={`Activate version ${version}?`}
      confirm={active ? `Replace version ${active.version}` : `Activate version ${version}`}
      explanation={`“${name}” decides about new ${subjectOf(ruleset)} from now on. ${replaced}`}
      size="xl"
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      {warnings.length > 0 && (
        <Text size="sm" className="rule-warning">
          {counted(warnings.length, 'warning')}: see the rules.
        </Text>
      )}
      {children}
      {names && (
        <section aria-label="Replay before activation">
          <Title order={3} size="h5" mb={4}>
            Replay first
          </Title>
          <Replay ruleset={ruleset} names={names} label="Before activation" />
        </section>
      )}
    </ActionDialog>
  );
}

/** Leaves the profile without rules of a decision. */
export function DeactivateDialog({ onClose, onDone, ruleset }: DialogProps) {
  const [deactivate] = useMutation(DeactivateRulesetDocument);
  const { decision, name, rulesetId, version } = ruleset;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await deactivate({ variables: { input: { rulesetId, idempotencyKey } } });
    return { userErrors: data!.deactivateRuleset.userErrors, done: `Version ${version} is inactive` };
  };
  return (
    <ActionDialog
      title={`Deactivate version ${version}?`}
      confirm="Deactivate"
      isDestructive
      explanation={`“${name}” no longer decides about new ${subjectOf(ruleset)}. Without rules: ${withoutRules[decision].toLowerCase()}.`}
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
