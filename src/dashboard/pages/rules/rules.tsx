import { useQuery } from '@apollo/client/react';
import { Button, Select, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import type { RuleDecision } from '../../data/schema-types.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { ActiveRulesDocument, type ActiveRulesQuery } from './active-rules.documents.ts';
import { firstVersionPath, nextVersionPath, rulesPath } from './addresses.ts';
import { useRuleContext, useRuleProfiles } from './context.ts';
import type { RuleJson } from './draft.ts';
import { RulesText } from './rules-text.tsx';
import { decisions, withoutRules } from './sentences.ts';
import { Versions } from './versions.tsx';

const names = Object.keys(decisions) as RuleDecision[];
type Active = ActiveRulesQuery['rulesets']['nodes'][number];

/** The rules of each decision of a business profile: the active version, and the others. */
export default function Rules() {
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const profiles = useRuleProfiles();
  const all = profiles.data?.businessProfiles.nodes ?? [];
  const profileId =
    params.get('profile') ?? profiles.data?.merchantAccount?.defaultProfile ?? all[0]?.profileId ?? null;
  const asked = params.get('decision') ?? '';
  const decision = Object.hasOwn(decisions, asked) ? (asked as RuleDecision) : 'risk';
  const active = useQuery(ActiveRulesDocument, {
    variables: { profileId: profileId ?? '' },
    skip: !profileId,
    fetchPolicy: 'cache-and-network',
  });
  const error = profiles.error ?? active.error;
  const shown = active.data?.rulesets.nodes;
  const current = shown?.find((one) => one.decision === decision);
  return (
    <Stack>
      <PageHead
        title="Rules"
        actions={
          <>
            <Button component={Link} href="/dashboard/lists" variant="default">
              Lists
            </Button>
            {can('SETTINGS_WRITE') && profileId && shown && (
              <Button
                component={Link}
                href={current ? nextVersionPath(current.rulesetId) : firstVersionPath(profileId, decision)}
              >
                New version
              </Button>
            )}
          </>
        }
      />
      {all.length > 1 && profileId && (
        <Select
          label="Profile"
          data={all.map((one) => ({ value: one.profileId, label: one.profileName }))}
          value={profileId}
          allowDeselect={false}
          searchable
          maw="20rem"
          onChange={(chosen) => chosen && setParams({ profile: chosen, decision })}
        />
      )}
      {error && !shown && (
        <Failure error={error} onRetry={() => (profiles.error ? profiles : active).refetch()} />
      )}
      {!error && !shown && <Loading />}
      {shown && profileId && (
        <>
          <nav className="presets" aria-label="Decisions">
            {names.map((name) => (
              <Link
                key={name}
                href={rulesPath(profileId, name)}
                aria-current={name === decision ? 'page' : undefined}
              >
                {decisions[name].name}
              </Link>
            ))}
          </nav>
          <Section title={current ? `Active: ${current.name}` : `No ${decisions[decision].noun}`}>
            <ActiveVersion current={current} decision={decision} profileId={profileId} />
          </Section>
          <Versions key={`${profileId} ${decision}`} profileId={profileId} decision={decision} />
        </>
      )}
    </Stack>
  );
}

interface ActiveVersionProps {
  readonly current: Active | undefined;
  readonly decision: RuleDecision;
  readonly profileId: string;
}

function ActiveVersion({ current, decision, profileId }: ActiveVersionProps) {
  const { names: accounts } = useRuleContext(profileId, decision);
  if (!current) {
    return (
      <Text size="sm">
        {decisions[decision].about} Without rules: {withoutRules[decision].toLowerCase()}.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" mb="xs">
        {decisions[decision].about}
      </Text>
      <RulesText
        decision={decision}
        rules={{ rules: current.rules as readonly RuleJson[], default: current.default ?? null }}
        warnings={current.warnings}
        names={accounts}
      />
    </>
  );
}
