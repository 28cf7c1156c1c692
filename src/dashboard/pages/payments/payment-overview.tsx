import { Link } from 'wouter';
import { ProfileName } from '../../act/profile-field.tsx';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Method } from '../../show/method.tsx';
import { Money } from '../../show/money.tsx';
import { failureOf } from '../../show/not-as-asked.tsx';
import { Time } from '../../show/time.tsx';
import { heldBecause } from './held.ts';
import type { PaymentQuery } from './payment.documents.ts';
import { disputedAmount } from './payment-money.ts';

type Payment = NonNullable<PaymentQuery['payment']>;

/** The parts of the charged amount, if it includes more than the order. */
function amountFacts({
  amount,
  currency,
  netAmount,
  orderTaxAmount,
  shippingCost,
  surchargeDetails,
}: Payment) {
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

/** The received amount less refunds and disputes. */
const amountLeft = (payment: Payment): number =>
  payment.amountReceived - payment.amountRefunded - disputedAmount(payment);

/** The facts of a payment: its amounts, times, method, customer and failure. */
export function Overview({ payment }: { payment: Payment }) {
  const { currency } = payment;
  const card = payment.paymentMethodData?.card;
  return (
    <Section title="Overview">
      <Facts
        of={[
          ...amountFacts(payment),
          ['Received', <Money key="received" amount={payment.amountReceived} currency={currency} />],
          ['Refunded', <Money key="refunded" amount={payment.amountRefunded} currency={currency} />],
          [
            'Disputed',
            disputedAmount(payment) > 0 && (
              <Money key="disputed" amount={disputedAmount(payment)} currency={currency} />
            ),
          ],
          ['After refunds', <Money key="left" amount={amountLeft(payment)} currency={currency} />],
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
          ['Updated', <Time key="updated" at={payment.updated} precise />],
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

/** The authentication of a payment's customer; null if 3-D Secure was not requested. */
export function ThreeDSecure({ payment }: { payment: Payment }) {
  const details = payment.externalAuthenticationDetails;
  if (payment.authenticationType !== 'three_ds' && !details) return null;
  return (
    <Section title="3-D Secure">
      <Facts
        of={[
          ['Requested', payment.authenticationType === 'three_ds' ? 'Yes' : 'No'],
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
