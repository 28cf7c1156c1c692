import { useQuery } from '@apollo/client/react';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ProfileName } from '../../act/profile-field.tsx';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { AccountWarnings } from './account-warnings.tsx';
import { ActivateDialog, DeactivateDialog } from './activate.tsx';
import { nextVersionPath, rulesPath } from './addresses.ts';
import { useAuthors, useRuleContext } from './context.ts';
import { DifferenceTable } from './difference-table.tsx';
import type { RuleJson, RulesJson } from './draft.ts';
import { Replay, useMayReplay } from './replay.tsx';
import { RuleVersionsDocument, type RuleVersionsQuery } from './rule-versions.documents.ts';
import { RulesText } from './rules-text.tsx';
import { RulesetDocument, type RulesetQuery } from './ruleset.documents.ts';
import { decisions } from './sentences.ts';
import { Trial } from './trial.tsx';
import { Done } from './versions.tsx';

type Ruleset = NonNullable<RulesetQuery['ruleset']>;
export type Version = RuleVersionsQuery['rulesets']['nodes'][number];

const rulesIn = ({ default: otherwise, rules }: Ruleset | Version): RulesJson => ({
  rules: rules as readonly RuleJson[],
  default: otherwise ?? null,
});

/** One version of the rules of a decision: its rules, differences and a trial. */
export default function RulesetPage({ id }: { id: string }) {
  const result = useQuery(RulesetDocument, {
    variables: { rulesetId: id },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <ShowOne
      result={result}
      found={result.data?.ruleset}
      noun="ruleset"
      listPath="/dashboard/rules"
      restPath={urlPath`/rulesets/${id}`}
    >
      {(ruleset) => <Shown ruleset={ruleset} onChange={() => result.refetch()} />}
    </ShowOne>
  );
}

function Shown({ onChange, ruleset }: { ruleset: Ruleset; onChange: () => unknown }) {
  const { can } = useSession();
  const { decision, profileId, rulesetId, status } = ruleset;
  const { names, options, usualCurrency } = useRuleContext(profileId, decision);
  const authorOf = useAuthors([rulesetId]);
  const versions = useQuery(RuleVersionsDocument, {
    variables: { profileId, decision, after: null },
    fetchPolicy: 'cache-and-network',
  });
  const others = (versions.data?.rulesets.nodes ?? []).filter((one) => one.rulesetId !== rulesetId);
  const active = others.find((one) => one.status === 'active') ?? null;
  const [open, setOpen] = useState<'activate' | 'deactivate' | null>(null);
  const done = () => Promise.all([onChange(), versions.refetch()]);
  const mayChange = can('SETTINGS_WRITE');
  const mayReplay = useMayReplay(decision);
  return (
    <Stack>
      <OneHead
        identifier={rulesetId}
        actions={
          mayChange && (
            <>
              <Button component={Link} href={nextVersionPath(rulesetId)} variant="default" size="sm">
                New version
              </Button>
              {status === 'active' ? (
                <Button size="sm" variant="outline" color="red" onClick={() => setOpen('deactivate')}>
                  Deactivate
                </Button>
              ) : (
                <Button size="sm" onClick={() => setOpen('activate')}>
                  Activate
                </Button>
              )}
            </>
          )
        }
      >
        <span>{ruleset.name}</span>
        <Status of={status} />
      </OneHead>
      <Section title="Overview">
        <Facts
          of={[
            [
              'Decision',
              <Link key="d" href={rulesPath(profileId, decision)}>
                {decisions[decision].name}
              </Link>,
            ],
            ['Version', ruleset.version],
            ['Profile', <ProfileName key="p" id={profileId} />],
            ['Description', ruleset.description],
            ['Created', <Done key="c" at={ruleset.createdAt} by={authorOf('createRuleset', rulesetId)} />],
            [
              'Last activated',
              ruleset.activatedAt && (
                <Done at={ruleset.activatedAt} by={authorOf('activateRuleset', rulesetId)} />
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Rules">
        <RulesText decision={decision} rules={rulesIn(ruleset)} warnings={ruleset.warnings} names={names} />
        <AccountWarnings ruleset={ruleset} />
      </Section>
      {others.length > 0 && <Difference ruleset={ruleset} others={others} names={names} />}
      {mayChange && <Trial ruleset={ruleset} options={options} usualCurrency={usualCurrency} />}
      {mayReplay && (
        <Section title="Replay">
          <Replay ruleset={ruleset} names={names} label="Replay" />
        </Section>
      )}
      <Raw value={ruleset} restPath={urlPath`/rulesets/${rulesetId}`} />
      {open === 'activate' && (
        <ActivateDialog
          ruleset={ruleset}
          active={active}
          names={mayReplay ? names : null}
          onClose={() => setOpen(null)}
          onDone={done}
        >
          {active && (
            <DifferenceTable
              label="What changes"
              before={rulesIn(active)}
              after={rulesIn(ruleset)}
              names={names}
            />
          )}
        </ActivateDialog>
      )}
      {open === 'deactivate' && (
        <DeactivateDialog ruleset={ruleset} onClose={() => setOpen(null)} onDone={done} />
      )}
    </Stack>
  );
}

interface DifferenceProps {
  readonly ruleset: Ruleset;
  readonly others: readonly Version[];
  readonly names: ReadonlyMap<string, string>;
}

/** How a version differs from another: the active one, unless another is chosen. */
function Difference({ names, others, ruleset }: DifferenceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const first =
    others.find(({ status }) => status === 'active') ??
    others.find(({ version }) => version < ruleset.version) ??
    others[0]!;
  const other = others.find(({ rulesetId }) => rulesetId === chosen) ?? first;
  // The lower version comes first, unless the other is what this one would replace.
  const isAfter = other.status === 'active' || other.version < ruleset.version;
  const pair = isAfter ? ([other, ruleset] as const) : ([ruleset, other] as const);
  return (
    <Section title="Differences">
      <Select
        label="Compare with"
        data={others.map(({ name, rulesetId, status, version }) => ({
          value: rulesetId,
          label: `Version ${version}: ${name}${status === 'active' ? ' (active)' : ''}`,
        }))}
        value={other.rulesetId}
        allowDeselect={false}
        searchable
        maw="24rem"
        mb="xs"
        onChange={setChosen}
      />
      <Text size="sm" mb="xs">
        From version {pair[0].version} to version {pair[1].version}.
      </Text>
      <DifferenceTable label="Differences" before={rulesIn(pair[0])} after={rulesIn(pair[1])} names={names} />
    </Section>
  );
}
