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

/** The payment's attempts, with the connector's, the issuer's and the unified codes. */
export function Attempts({ payment }: { payment: Payment }) {
  return (
    <Section title="Attempts">
      <SmallTable
        label="Attempts"
        rows={payment.attempts}
        keyOf={({ id }) => id}
        whenEmpty="Not confirmed yet"
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
          { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
        ]}
      />
    </Section>
  );
}

const reasons: Readonly<Record<string, string>> = {
  another_attempt: 'Another attempt succeeded or is in progress',
  payment_cancelled: 'The payment was cancelled',
  payment_expired: 'The payment had expired',
};

const ways: Readonly<Record<string, string>> = {
  void: 'Authorization released',
  refund: 'Captured amount refunded',
};

const outcomes: Readonly<Record<string, string>> = {
  pending: 'Pending',
  succeeded: 'Returned',
  failed: 'Failed',
};

/** Money that the payment could not accept, which is returned automatically. */
export function Reversals({ payment }: { payment: Payment }) {
  return (
    <Section title="Automatic reversals">
      <Text size="sm" mb="xs">
        The connector reported this money after the payment could no longer accept it. The totals above
        exclude it.
      </Text>
      <SmallTable
        label="Automatic reversals"
        rows={payment.reversals}
        keyOf={({ attemptId, connectorCaptureId, operation }) =>
          `${attemptId} ${operation} ${connectorCaptureId}`
        }
        whenEmpty="No reversals"
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
                ? `${outcomes.failed}: ${errorMessage ?? errorCode ?? 'the connector refused'}. Refund it in the connector’s dashboard.`
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
        whenEmpty="No refunds"
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
        whenEmpty="No captures"
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
        whenEmpty="No disputes"
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
            header: 'Respond by',
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
