import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { AmountLink } from '../../show/amount-link.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { AskForMethod, type CollectLink, MadeLink } from './collect-link.tsx';
import { CustomerDocument, type CustomerQuery } from './customer.documents.ts';

type Customer = NonNullable<CustomerQuery['customer']>;

/** One customer: contact, payment methods and payments. */
export default function CustomerPage({ id }: { id: string }) {
  const { can } = useSession();
  const [link, setLink] = useState<CollectLink | null>(null);
  const result = useQuery(CustomerDocument, {
    variables: { customerId: id, withPayments: can('PAYMENTS_READ') },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <ShowOne
      result={result}
      found={result.data?.customer}
      noun="customer"
      listPath="/dashboard/customers"
      restPath={urlPath`/customers/${id}`}
    >
      {(customer) => (
        <Stack>
          <OneHead
            identifier={customer.customerId}
            actions={
              can('CUSTOMERS_WRITE') &&
              !customer.deletedAt && <AskForMethod customerId={customer.customerId} onMade={setLink} />
            }
          >
            {customer.name ?? customer.email ?? 'No name'}
          </OneHead>
          {link && <MadeLink of={link} email={customer.email} />}
          <Overview customer={customer} />
          {result.data?.latest && <Payments customer={customer} latest={result.data.latest.nodes} />}
          <PaymentMethods customer={customer} />
          <Raw value={customer} restPath={urlPath`/customers/${customer.customerId}`} />
        </Stack>
      )}
    </ShowOne>
  );
}

function Overview({ customer }: { customer: Customer }) {
  const { address, phone, phoneCountryCode } = customer;
  const lines = address
    ? [
        address.line1,
        address.line2,
        address.line3,
        `${address.zip ?? ''} ${address.city ?? ''}`.trim(),
        address.state,
        address.country,
      ]
    : [];
  return (
    <Section title="Overview">
      <Facts
        of={[
          ['Name', customer.name],
          ['Email', customer.email],
          ['Phone', phone && `${phoneCountryCode ?? ''} ${phone}`.trim()],
          ['Address', lines.filter(Boolean).join(', ')],
          ['Description', customer.description],
          ['Created', <Time key="created" at={customer.createdAt} precise />],
          ['Updated', <Time key="modified" at={customer.modifiedAt} precise />],
          ['Deleted', customer.deletedAt && <Time at={customer.deletedAt} precise />],
        ]}
      />
    </Section>
  );
}

interface PaymentsProps {
  readonly customer: Customer;
  readonly latest: NonNullable<CustomerQuery['latest']>['nodes'];
}

function Payments({ customer, latest }: PaymentsProps) {
  return (
    <Section
      title="Latest payments"
      actions={<Link href={urlPath`/dashboard/payments?customer=${customer.customerId}`}>All payments</Link>}
    >
      <SmallTable
        label="Latest payments"
        rows={latest}
        keyOf={({ id }) => id}
        whenEmpty="No payments yet"
        columns={[
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ currency, netAmount, paymentId }) => (
              <AmountLink
                amount={netAmount}
                currency={currency}
                href={pagePath.payment(paymentId)}
                id={paymentId}
              />
            ),
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Created', cell: ({ created }) => <Time at={created} /> },
          { header: 'Connector', cell: ({ connector }) => connector ?? '–' },
          {
            header: 'Payment',
            cell: ({ paymentId }) => <span className="identifier">{paymentId}</span>,
          },
        ]}
      />
    </Section>
  );
}

/** Cards are valid to the end of their month, in UTC. */
const isExpired = ({ expiryMonth, expiryYear }: Record<'expiryMonth' | 'expiryYear', string | null>) =>
  expiryMonth !== null &&
  expiryYear !== null &&
  Date.now() >= Date.UTC(Number(expiryYear), Number(expiryMonth), 1);

function PaymentMethods({ customer }: { customer: Customer }) {
  return (
    <Section title="Saved payment methods">
      <SmallTable
        label="Saved payment methods"
        rows={customer.paymentMethods}
        keyOf={({ id }) => id}
        whenEmpty="No saved payment methods"
        columns={[
          {
            header: 'Method',
            cell: ({ card, paymentMethod, paymentMethodType }) =>
              card
                ? `${card.cardNetwork ?? card.scheme ?? 'Card'} ···· ${card.last4Digits}, ${card.expiryMonth}/${card.expiryYear}${isExpired(card) ? ', expired' : ''}`
                : asWords(paymentMethodType ?? paymentMethod),
          },
          {
            header: 'Issuer',
            cell: ({ card }) =>
              [card?.cardIssuer, card?.cardType, card?.issuerCountry].filter(Boolean).join(', '),
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          {
            header: 'Default',
            cell: ({ paymentMethodId }) => (paymentMethodId === customer.defaultPaymentMethodId ? 'Yes' : ''),
          },
          { header: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          {
            header: 'Identifier',
            cell: ({ paymentMethodId }) => <span className="identifier">{paymentMethodId}</span>,
          },
        ]}
      />
    </Section>
  );
}
