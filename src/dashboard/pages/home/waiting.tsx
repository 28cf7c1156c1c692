import { List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { counted } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import type { HomeQuery } from './home.documents.ts';

/** Below this number of attempts, a connector's rate is meaningless. */
const ATTEMPTS_MIN = 5;
const RATE_MIN = 0.5;

/** The start times of the counts, so that the linked lists have the same count. */
interface Since {
  readonly waitingSince: string;
  readonly lastHour: string;
  readonly lastDay: string;
}

interface Need {
  readonly text: string;
  readonly href: string;
}

/** Work that needs a person; each item links to its list. */
function needsOf(
  { connectorAccounts, connectors, failedWebhooks, waiting }: HomeQuery,
  { lastDay, lastHour, waitingSince }: Since,
): Need[] {
  const waits = (statuses: readonly string[]) =>
    waiting
      .filter(({ status }) => statuses.includes(status ?? ''))
      .reduce((sum, { count }) => sum + count, 0);
  const needs: Need[] = [];
  const add = (text: string, ...statuses: readonly string[]) => {
    const count = waits(statuses);
    const href = urlPath`/dashboard/payments?status=${statuses.join(',')}&created=${waitingSince}..${lastHour}&sort=created`;
    if (count > 0) needs.push({ text: `${counted(count, 'payment')} ${text}`, href });
  };
  add('to review', 'requires_merchant_action');
  add('stuck for over an hour', 'processing');
  add('to capture', 'requires_capture', 'partially_captured_and_capturable');
  for (const { connectorLabel, connectorName, health, merchantConnectorId } of connectorAccounts.nodes) {
    if (health.circuit !== 'OPEN') continue;
    const name = connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName;
    needs.push({
      text: `${name}, ${merchantConnectorId}, is unreachable: circuit open`,
      href: '/dashboard/connectors',
    });
  }
  const byConnector = new Map<string, { succeeded: number; failed: number }>();
  for (const { connector, failedCount, succeededCount } of connectors) {
    if (!connector) continue;
    const { failed, succeeded } = byConnector.get(connector) ?? { failed: 0, succeeded: 0 };
    byConnector.set(connector, { failed: failed + failedCount, succeeded: succeeded + succeededCount });
  }
  for (const [connector, { failed, succeeded }] of byConnector) {
    const decided = failed + succeeded;
    if (decided < ATTEMPTS_MIN || succeeded / decided >= RATE_MIN) continue;
    const text = `${connector}: ${failed} of ${decided} attempts failed in the last hour`;
    needs.push({
      text,
      href: urlPath`/dashboard/attempts?decision=declined&connector=${connector}&created=${lastHour}..`,
    });
  }
  const failed = failedWebhooks?.nodes.length ?? 0;
  if (failed > 0) {
    const count = failedWebhooks?.pageInfo.hasNextPage
      ? `More than ${failed} webhooks`
      : counted(failed, 'webhook');
    needs.push({
      text: `${count} failed in the last 24 hours`,
      href: urlPath`/dashboard/webhooks?status=failed&created=${lastDay}..`,
    });
  }
  return needs;
}

/** The panel "Needs attention". */
export function Waiting({ shown, since }: { shown: HomeQuery; since: Since }) {
  const needs = needsOf(shown, since);
  return (
    <Section title="Needs attention">
      {needs.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing right now.
        </Text>
      ) : (
        <List spacing="xs" size="sm">
          {needs.map(({ href, text }) => (
            <List.Item key={text}>
              <Link href={href}>{text}</Link>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
