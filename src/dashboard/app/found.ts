import { useQuery } from '@apollo/client/react';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useMemo } from 'react';
import { formatMoney } from '../data/money.ts';
import { pagePath } from '../data/page-paths.ts';
import { formatTime } from '../data/time.ts';
import { asWords } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { FindDocument, type FindQuery, type FoundPaymentFragment } from './find.documents.ts';
import { FIND_LEAST, soughtEverywhere } from './sought-everywhere.ts';

/** The results by kind, and whether the search is still running. */
export interface Found {
  readonly groups: readonly SpotlightActionGroupData[];
  readonly isLooking: boolean;
  readonly error: Error | undefined;
}

/** Finds objects of each kind by a text. */
export function useFound(typed: string, open: (path: string) => void): Found {
  const { can } = useSession();
  const variables = useMemo(() => soughtEverywhere(typed, can), [typed, can]);
  const skip = typed.trim().length < FIND_LEAST;
  const { data, error, loading, previousData } = useQuery(FindDocument, {
    variables,
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const shown = skip ? undefined : (data ?? (loading ? previousData : undefined));
  const groups = shown ? groupsOf(shown as FindQuery, open) : [];
  return { groups, isLooking: !skip && loading, error };
}

/** Joins the known parts of a line. */
const line = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

function methodOf({ paymentMethod, paymentMethodData }: FoundPaymentFragment): string | null {
  const card = paymentMethodData?.card;
  if (card?.last4) return `${card.cardNetwork ?? 'Card'} ···· ${card.last4}`;
  return paymentMethod && asWords(paymentMethod);
}

function groupsOf(found: FindQuery, open: (path: string) => void): SpotlightActionGroupData[] {
  const action = (path: string, label: string, description: string): SpotlightActionData => ({
    id: path,
    label,
    description,
    onClick: () => open(path),
  });
  const { byAmount, byBin, byCharged, byLast4, payments } = found;
  const lists = [byLast4, byBin, byCharged, byAmount, payments];
  // Several searches may find the same payment.
  const paid = new Map(lists.flatMap((list) => (list?.nodes ?? []).map((one) => [one.paymentId, one])));
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Payments',
      actions: [...paid.values()].map((one) =>
        action(
          pagePath.payment(one.paymentId),
          line(formatMoney(one.netAmount, one.currency), asWords(one.status), methodOf(one)),
          line(
            one.name ?? one.email ?? one.customerId,
            one.merchantOrderReferenceId,
            formatTime(one.created),
            one.paymentId,
          ),
        ),
      ),
    },
    {
      group: 'Customers',
      actions: (found.customers?.nodes ?? []).map(({ customerId, email, name, phone }) =>
        action(pagePath.customer(customerId), name ?? email ?? customerId, line(email, phone, customerId)),
      ),
    },
    {
      group: 'Refunds',
      actions: (found.refunds?.nodes ?? []).map(
        ({ amount, createdAt, currency, paymentId, refundId, status }) =>
          action(
            pagePath.refund(refundId),
            line(formatMoney(amount, currency), asWords(status)),
            line(formatTime(createdAt), refundId, paymentId),
          ),
      ),
    },
    {
      group: 'Disputes',
      actions: (found.disputes?.nodes ?? []).map(
        ({ amount, createdAt, currency, disputeId, disputeStatus, paymentId }) =>
          action(
            pagePath.dispute(disputeId),
            line(formatMoney(amount, currency), asWords(disputeStatus)),
            line(formatTime(createdAt), disputeId, paymentId),
          ),
      ),
    },
    {
      group: 'Payouts',
      actions: (found.payouts?.nodes ?? []).map(({ amount, created, currency, name, payoutId, status }) =>
        action(
          pagePath.payout(payoutId),
          line(formatMoney(amount, currency), asWords(status)),
          line(name, formatTime(created), payoutId),
        ),
      ),
    },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}
