import { Text } from '@mantine/core';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { AmountLink } from '../../show/amount-link.tsx';
import { Deadline } from '../../show/deadline.tsx';
import { Section } from '../../show/facts.tsx';
import { Money } from '../../show/money.tsx';
import { failureOf } from '../../show/not-as-asked.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import type { PaymentQuery } from './payment.documents.ts';

type Payment = NonNullable<PaymentQuery['payment']>;

/** Every try at collecting the payment, with the codes of the connector and the issuer, and the unified ones. */
export function Attempts({ payment }: { payment: Payment }) {
  return (
    <Section title="Attempts">
      <SmallTable
        label="Attempts"
        rows={payment.attempts}
        keyOf={({ id }) => id}
        whenEmpty="It was not confirmed yet."
        columns={[
          {
            header: 'Attempt',
            cell: ({ attemptId }) => <span className="identifier">{attemptId.split('_').at(-1)}</span>,
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Connector', cell: ({ connector }) => connector ?? '–' },
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            header: 'Connector’s code',
            cell: ({ errorCode, errorMessage }) => (errorCode ? `${errorCode}: ${errorMessage ?? ''}` : '–'),
          },
          {
            header: 'Issuer’s code',
            cell: ({ issuerErrorCode, issuerErrorMessage }) =>
              [issuerErrorCode, issuerErrorMessage].filter(Boolean).join(': ') || '–',
          },
          {
            header: 'Unified code',
            cell: ({ unifiedCode, unifiedMessage }) =>
              unifiedCode ? `${unifiedCode}: ${unifiedMessage ?? ''}` : '–',
          },
          { header: 'Made', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
        ]}
      />
    </Section>
  );
}

const reasons: Readonly<Record<string, string>> = {
  another_attempt: 'Another attempt of the payment is paid or under way.',
  payment_cancelled: 'The payment had been cancelled.',
  payment_expired: 'The session of the payment had ended.',
};

const ways: Readonly<Record<string, string>> = {
  void: 'The authorization is released',
  refund: 'What was captured is refunded',
};

const outcomes: Readonly<Record<string, string>> = {
  pending: 'On its way back',
  succeeded: 'Back',
  failed: 'Not back',
};

/** Money that the payment could not take, which goes back by itself. */
export function Reversals({ payment }: { payment: Payment }) {
  return (
    <Section title="Money that went back by itself">
      <Text size="sm" mb="xs">
        The connector reported this money when the payment could not take it any more. It is in none of the
        sums above.
      </Text>
      <SmallTable
        label="Money that went back by itself"
        rows={payment.reversals}
        keyOf={({ attemptId, connectorCaptureId, operation }) =>
          `${attemptId} ${operation} ${connectorCaptureId}`
        }
        whenEmpty="No money went back."
        columns={[
          {
            header: 'Attempt',
            cell: ({ attemptId }) => <span className="identifier">{attemptId?.split('_').at(-1)}</span>,
          },
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => (
              <Money amount={amount ?? 0} currency={currency ?? payment.currency} />
            ),
          },
          { header: 'Why', cell: ({ reason }) => reasons[reason ?? ''] ?? '–' },
          { header: 'How', cell: ({ operation }) => ways[operation ?? ''] ?? '–' },
          {
            header: 'State',
            cell: ({ errorCode, errorMessage, status }) =>
              status === 'failed'
                ? `${outcomes.failed}: ${errorMessage ?? errorCode ?? 'the connector refused'}. Give it back in the connector’s dashboard.`
                : (outcomes[status ?? ''] ?? '–'),
          },
        ]}
      />
    </Section>
  );
}

export function Refunds({ payment }: { payment: Payment }) {
  return (
    <Section title="Refunds">
      <SmallTable
        label="Refunds"
        rows={payment.refunds ?? []}
        keyOf={({ id }) => id}
        whenEmpty="Nothing is refunded."
        columns={[
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency, refundId }) => (
              <AmountLink
                amount={amount}
                currency={currency}
                href={pagePath.refund(refundId)}
                id={refundId}
              />
            ),
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Reason', cell: ({ reason }) => reason ?? '–' },
          { header: 'Failed because', cell: (refund) => failureOf(refund) ?? '–' },
          { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Refund', cell: ({ refundId }) => <span className="identifier">{refundId}</span> },
        ]}
      />
    </Section>
  );
}

export function Captures({ payment }: { payment: Payment }) {
  return (
    <Section title="Captures">
      <SmallTable
        label="Captures"
        rows={payment.captures}
        keyOf={({ id }) => id}
        whenEmpty="Nothing is captured."
        columns={[
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Captured', cell: ({ capturedAt }) => (capturedAt ? <Time at={capturedAt} /> : '–') },
          { header: 'Capture', cell: ({ captureId }) => <span className="identifier">{captureId}</span> },
        ]}
      />
    </Section>
  );
}

export function Disputes({ payment }: { payment: Payment }) {
  return (
    <Section title="Disputes">
      <SmallTable
        label="Disputes"
        rows={payment.disputes ?? []}
        keyOf={({ id }) => id}
        whenEmpty="It is not disputed."
        columns={[
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency, disputeId }) => (
              <AmountLink
                amount={amount}
                currency={currency}
                href={pagePath.dispute(disputeId)}
                id={disputeId}
              />
            ),
          },
          { header: 'Status', cell: ({ disputeStatus }) => <Status of={disputeStatus} /> },
          { header: 'Stage', cell: ({ disputeStage }) => asWords(disputeStage) },
          { header: 'Reason', cell: ({ connectorReason }) => connectorReason ?? '–' },
          {
            header: 'Answer before',
            cell: ({ challengeRequiredBy, disputeStatus }) => (
              <Deadline by={challengeRequiredBy} isOpen={disputeStatus === 'dispute_opened'} />
            ),
          },
          { header: 'Dispute', cell: ({ disputeId }) => <span className="identifier">{disputeId}</span> },
        ]}
      />
    </Section>
  );
}
