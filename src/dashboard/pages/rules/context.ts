import { useQuery } from '@apollo/client/react';
import { useNamedLists } from '../../act/list-picker.tsx';
import type { RuleDecision } from '../../data/schema-types.ts';
import { useSession } from '../../session/session.tsx';
import type { AccountOption } from './editing.ts';
import { RuleAccountsDocument } from './rule-accounts.documents.ts';
import { RulesDocument } from './rules.documents.ts';
import { RulesetAuthorsDocument } from './ruleset-authors.documents.ts';
import type { RuleNames } from './sentences.ts';

const kinds: Readonly<Partial<Record<RuleDecision, string>>> = {
  payment_routing: 'payment_processor',
  payout_routing: 'payout_processor',
};

/** The business profiles of the merchant account, to choose from. */
export function useRuleProfiles() {
  const { merchantId } = useSession();
  return useQuery(RulesDocument, { variables: { merchantId } });
}

interface RuleContext {
  /** The accounts that rules of the decision may choose; empty without the permission to read them. */
  readonly options: readonly AccountOption[];
  readonly names: RuleNames;
  /** The currency of the latest payment, else US dollars. */
  readonly usualCurrency: string;
}

/** The connector accounts and the usual currency of a business profile. */
export function useRuleContext(profileId: string | null, decision: RuleDecision): RuleContext {
  const { can } = useSession();
  const { data } = useQuery(RuleAccountsDocument, {
    variables: { withPayments: can('PAYMENTS_READ') },
    skip: !can('CONNECTORS_READ'),
  });
  const lists = useNamedLists();
  const all = data?.connectorAccounts.nodes ?? [];
  const accounts = all.filter(
    (account) => account.profileId === profileId && account.connectorType === kinds[decision],
  );
  const name = ({ connectorLabel, connectorName }: (typeof all)[number]) => connectorLabel ?? connectorName;
  return {
    options: [
      ...accounts.map((account) => ({
        value: account.merchantConnectorId,
        label: `${name(account)} (${account.merchantConnectorId})`,
      })),
      ...[...new Set(accounts.map(({ connectorName }) => connectorName))].map((connector) => ({
        value: `at:${connector}`,
        label: `Any account at ${connector}`,
      })),
    ],
    names: new Map([
      ...all.map((account) => [account.merchantConnectorId, name(account)] as const),
      ...lists.map(({ label, value }) => [value, label] as const),
    ]),
    usualCurrency: data?.payments?.nodes[0]?.currency ?? 'USD',
  };
}

/** Who did something to a ruleset, and when. */
export interface RulesetAct {
  readonly actorType: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

/** Who created and activated rulesets, by action and ruleset; empty without the permission to read the audit log. */
export function useAuthors(
  rulesetIds: readonly string[],
): (action: string, rulesetId: string) => RulesetAct | null {
  const { can } = useSession();
  const { data } = useQuery(RulesetAuthorsDocument, {
    variables: { rulesetIds: [...rulesetIds] },
    skip: !can('AUDIT_READ') || rulesetIds.length === 0,
    fetchPolicy: 'cache-and-network',
  });
  const entries = data?.auditLog.edges ?? [];
  return (action, rulesetId) =>
    entries.find(({ node }) => node.action === action && node.objectId === rulesetId)?.node ?? null;
}
