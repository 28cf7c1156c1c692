import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { MailLink } from '../../act/mail-link.tsx';
import { ProfileName } from '../../act/profile-field.tsx';
import { useLive } from '../../data/live.ts';
import { formatMoney } from '../../data/money.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { EventsTable } from '../../show/events-table.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Method } from '../../show/method.tsx';
import { Money } from '../../show/money.tsx';
import { failureOf, NotAsAsked } from '../../show/not-as-asked.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { SharedLink } from '../../show/shared-link.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { heldBecause } from './held.ts';
import {
  PaymentChangeDocument,
  PaymentDisputeChangeDocument,
  PaymentDocument,
  type PaymentQuery,
  PaymentRefundChangeDocument,
} from './payment.documents.ts';
import { PaymentActions } from './payment-actions.tsx';
import { DisputedMoney, disputedAmount } from './payment-dialogs.tsx';
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
  /** Undefined if the role does not show them. */
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
      <Attempts payment={payment} />
      {payment.reversals.length > 0 && <Reversals payment={payment} />}
      <Refunds payment={payment} />
      <Captures payment={payment} />
      {payment.disputes && payment.disputes.length > 0 && <Disputes payment={payment} />}
      <ThreeDSecure payment={payment} />
      {events && <EventsTable events={events} />}
      <Raw value={payment} restPath={urlPath`/payments/${payment.paymentId}`} />
    </Stack>
  );
}

/** Whether the customer can still pay on the payment's page. */
const isPayable = ({ status }: Payment): boolean =>
  ['requires_payment_method', 'requires_confirmation', 'requires_customer_action'].includes(status);

/** The parts of the charged amount; nothing if the order is all of it. */
function madeOf({ amount, currency, netAmount, orderTaxAmount, shippingCost, surchargeDetails }: Payment) {
  if (amount === netAmount)
    return [['Charged', <Money key="Charged" amount={netAmount} currency={currency} />] as const];
  const parts = [
    ['Charged', netAmount],
    ['Before shipping and tax', amount],
    ['Shipping', shippingCost],
    ['Tax', orderTaxAmount],
    ['Surcharge', surchargeDetails?.surchargeAmount],
    ['Tax on the surcharge', surchargeDetails?.taxAmount],
  ] as const;
  return parts.map(([name, part]) => [
    name,
    part ? <Money key={name} amount={part} currency={currency} /> : null,
  ]);
}

/** What is left after refunds and disputes. */
const leftOf = (payment: Payment): number =>
  payment.amountReceived - payment.amountRefunded - disputedAmount(payment);

function Overview({ payment }: { payment: Payment }) {
  const { currency } = payment;
  const card = payment.paymentMethodData?.card;
  return (
    <Section title="Overview">
      <Facts
        of={[
          ...madeOf(payment),
          ['Received', <Money key="received" amount={payment.amountReceived} currency={currency} />],
          ['Refunded', <Money key="refunded" amount={payment.amountRefunded} currency={currency} />],
          [
            'Disputed',
            disputedAmount(payment) > 0 && (
              <Money key="disputed" amount={disputedAmount(payment)} currency={currency} />
            ),
          ],
          ['After refunds', <Money key="left" amount={leftOf(payment)} currency={currency} />],
          [
            'Fee',
            payment.fee !== null && (
              <Money key="fee" amount={payment.fee} currency={payment.feeCurrency ?? currency} />
            ),
          ],
          [
            'After fees',
            payment.net !== null && <Money key="net" amount={payment.net} currency={currency} />,
          ],
          [
            'Capturable',
            payment.amountCapturable > 0 && <Money amount={payment.amountCapturable} currency={currency} />,
          ],
          ['Capture before', payment.captureBefore && <Time at={payment.captureBefore} />],
          ['Paid', payment.paidAt && <Time at={payment.paidAt} precise />],
          ['Created', <Time key="created" at={payment.created} precise />],
          ['Last changed', <Time key="updated" at={payment.updated} precise />],
          ['Connector', payment.connector],
          [
            'Transaction',
            payment.connectorTransactionId && <Identifier value={payment.connectorTransactionId} />,
          ],
          [
            'Method',
            [payment.paymentMethod, payment.paymentMethodType]
              .filter((part) => part != null)
              .map(asWords)
              .join(', '),
          ],
          ['Card', card?.last4 && <Method of={payment} />],
          ['Gift card', payment.paymentMethodData?.giftCard && <Method of={payment} />],
          ['Card expires', card?.cardExpMonth && `${card.cardExpMonth}/${card.cardExpYear}`],
          [
            'Issuer',
            card?.cardIssuer &&
              `${card.cardIssuer}${card.cardIssuingCountry ? `, ${card.cardIssuingCountry}` : ''}`,
          ],
          [
            'Customer',
            payment.customerId ? (
              <Link key="customer" href={pagePath.customer(payment.customerId)}>
                {payment.name ?? payment.customerId}
              </Link>
            ) : (
              payment.name
            ),
          ],
          ['Email', payment.email],
          ['Phone', payment.phone],
          ['Description', payment.description],
          ['Order', payment.merchantOrderReferenceId],
          ['Profile', payment.profileId && <ProfileName id={payment.profileId} />],
          ['Fraud check', heldBecause(payment.frmMessage)],
          ['Failed because', failureOf(payment)],
          ['Unified code', payment.unifiedCode && `${payment.unifiedCode} ${payment.unifiedMessage ?? ''}`],
          [
            'Issuer’s code',
            payment.issuerErrorCode && `${payment.issuerErrorCode} ${payment.issuerErrorMessage ?? ''}`,
          ],
          ['Cancelled because', payment.cancellationReason],
        ].map(([name, value]) => [String(name), value || null])}
      />
    </Section>
  );
}

function ThreeDSecure({ payment }: { payment: Payment }) {
  const details = payment.externalAuthenticationDetails;
  if (payment.authenticationType !== 'three_ds' && !details) return null;
  return (
    <Section title="3-D Secure">
      <Facts
        of={[
          ['Asked for', payment.authenticationType === 'three_ds' ? 'Yes' : 'No'],
          [
            'Authenticated by',
            payment.external3dsAuthenticationAttempted ? 'An authentication connector' : 'The connector',
          ],
          ['Status', details?.status],
          ['Flow', details?.authenticationFlow],
          ['Version', details?.version],
          ['ECI', details?.electronicCommerceIndicator],
          ['Directory server', details?.dsTransactionId],
          ['Error', details?.errorMessage ?? details?.errorCode],
        ]}
      />
    </Section>
  );
}
