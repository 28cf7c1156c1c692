import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { EntriesOf } from '../../act/entries-of.tsx';
import { MailLink } from '../../act/mail-link.tsx';
import { useLive } from '../../data/live.ts';
import { formatMoney } from '../../data/money.ts';
import { useSession } from '../../session/session.tsx';
import { Decisions } from '../../show/decisions.tsx';
import { EventsTable } from '../../show/events-table.tsx';
import { Money } from '../../show/money.tsx';
import { NotAsAsked } from '../../show/not-as-asked.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { SharedLink } from '../../show/shared-link.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { DisputedMoney } from './disputed-money.tsx';
import {
  PaymentChangeDocument,
  PaymentDisputeChangeDocument,
  PaymentDocument,
  type PaymentQuery,
  PaymentRefundChangeDocument,
} from './payment.documents.ts';
import { PaymentActions } from './payment-actions.tsx';
import { Overview, ThreeDSecure } from './payment-overview.tsx';
import { Attempts, Captures, Disputes, Refunds, Reversals } from './payment-parts.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';

type Payment = NonNullable<PaymentQuery['payment']>;

/** One payment: its state, everything that belongs to it, and its actions. */
export default function PaymentPage({ id }: { id: string }) {
  const { can } = useSession();
  const result = useQuery(PaymentDocument, {
    variables: { paymentId: id, withEvents: can('EVENTS_READ') },
    fetchPolicy: 'cache-and-network',
  });
  useLive(PaymentChangeDocument, { paymentId: id }, result.refetch);
  useLive(PaymentRefundChangeDocument, { paymentId: id }, result.refetch);
  useLive(PaymentDisputeChangeDocument, { paymentId: id }, result.refetch);
  return (
    <ShowOne
      result={result}
      found={result.data?.payment}
      noun="payment"
      listPath="/dashboard/payments"
      restPath={urlPath`/payments/${id}`}
    >
      {(payment) => (
        <Shown
          payment={payment}
          activity={result.data?.paymentActivity ?? []}
          notes={result.data?.notes.nodes ?? []}
          events={result.data?.events?.nodes}
          onChange={result.refetch}
        />
      )}
    </ShowOne>
  );
}

interface ShownProps {
  readonly payment: Payment;
  readonly activity: NonNullable<PaymentQuery['paymentActivity']>;
  readonly notes: PaymentQuery['notes']['nodes'];
  /** Undefined without the permission to read them. */
  readonly events: NonNullable<PaymentQuery['events']>['nodes'] | undefined;
  readonly onChange: () => unknown;
}

function Shown({ activity, events, notes, onChange, payment }: ShownProps) {
  const { can } = useSession();
  return (
    <Stack>
      <OneHead
        identifier={payment.paymentId}
        actions={<PaymentActions payment={payment} onDone={onChange} />}
      >
        <Money amount={payment.netAmount} currency={payment.currency} />
        <Status of={payment.status} />
      </OneHead>
      <NotAsAsked of={payment} />
      <DisputedMoney payment={payment} />
      {payment.paymentLink?.link && isPayable(payment) && (
        <SharedLink
          title="Payment link"
          url={payment.paymentLink.link}
          email={payment.email}
          subject={`Your payment of ${formatMoney(payment.netAmount, payment.currency)}`}
          send={
            can('PAYMENTS_WRITE') && (
              <MailLink of={{ paymentId: payment.paymentId }} email={payment.email} onDone={onChange} />
            )
          }
        />
      )}
      <Overview payment={payment} />
      <PaymentTimeline payment={payment} activity={activity} notes={notes} onChange={onChange} />
      <Decisions of={payment.decisions} mayReadRules={can('SETTINGS_READ')} />
      <Attempts payment={payment} />
      {payment.reversals.length > 0 && <Reversals payment={payment} />}
      <Refunds payment={payment} />
      <Captures payment={payment} />
      {payment.disputes && payment.disputes.length > 0 && <Disputes payment={payment} />}
      <ThreeDSecure payment={payment} />
      <EntriesOf kind="payment" id={payment.paymentId} shown={payment} />
      {events && <EventsTable events={events} />}
      <Raw value={payment} restPath={urlPath`/payments/${payment.paymentId}`} />
    </Stack>
  );
}

/** Whether the customer can still pay on the payment's page. */
const isPayable = ({ status }: Payment): boolean =>
  ['requires_payment_method', 'requires_confirmation', 'requires_customer_action'].includes(status);
