import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useLocation, useSearchParams } from 'wouter';
import { pagePath } from '../../data/page-paths.ts';
import type { RuleDecision } from '../../data/schema-types.ts';
import { useSession } from '../../session/session.tsx';
import { Empty, Failure, Loading, PageHead } from '../../show/states.tsx';
import { rulesPath } from './addresses.ts';
import { useRuleProfiles } from './context.ts';
import type { RuleJson } from './draft.ts';
import { Editor } from './editor.tsx';
import { RulesetDocument } from './ruleset.documents.ts';
import { decisions } from './sentences.ts';

/** The editor of a new version: of the rules that the address names, else without rules. */
export default function NewVersion() {
  const { can } = useSession();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const from = params.get('from');
  const profileId = params.get('profile');
  const decision = params.get('decision');
  const base = useQuery(RulesetDocument, { variables: { rulesetId: from ?? '' }, skip: !from });
  const profiles = useRuleProfiles();
  const ruleset = base.data?.ruleset;
  const decided = ruleset?.decision ?? decision;
  const isKnown = decided !== null && Object.hasOwn(decisions, decided);
  const of = ruleset?.profileId ?? profileId;
  const profile = profiles.data?.businessProfiles.nodes.find((one) => one.profileId === of);
  if (!can('SETTINGS_WRITE')) {
    return (
      <Empty title="Your role can’t change rules">
        Ask an owner of the merchant account for another role.
      </Empty>
    );
  }
  const error = base.error ?? profiles.error;
  if (error) return <Failure error={error} onRetry={() => (from ? base.refetch() : profiles.refetch())} />;
  if (base.loading || !profiles.data) return <Loading />;
  if (!isKnown || !profile || (from && !ruleset)) {
    return <Empty title="These rules can’t be edited">Open the editor from the page of the rules.</Empty>;
  }
  const name = decisions[decided as RuleDecision].name;
  return (
    <>
      <PageHead title={`New version: ${name}`}>
        <Text size="sm">
          {profile.profileName}
          {ruleset && `, from version ${ruleset.version} “${ruleset.name}”`}
        </Text>
      </PageHead>
      <Editor
        key={from ?? decided}
        profileId={profile.profileId}
        decision={decided as RuleDecision}
        base={{
          name: ruleset?.name ?? '',
          description: ruleset?.description ?? '',
          rules: (ruleset?.rules ?? []) as readonly RuleJson[],
          default: ruleset?.default ?? null,
          warnings: ruleset?.warnings ?? [],
        }}
        onLeave={() =>
          navigate(from ? pagePath.ruleset(from) : rulesPath(profile.profileId, decided as RuleDecision))
        }
      />
    </>
  );
}
