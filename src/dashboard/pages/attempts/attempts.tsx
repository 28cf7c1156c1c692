import { ProfileName } from '../../act/profile-field.tsx';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import { attemptFilters } from '../../list/attempt-filters.ts';
import { exportedAmount, type ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { TODAY } from '../../list/presets.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { AttemptsDocument } from './attempts.documents.ts';

type Row = ResultOf<typeof AttemptsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  list: 'attempts',
  title: 'Attempts',
  noun: 'attempt',
  document: AttemptsDocument,
  sortedBy: 'created_at',
  presets: [
    ['Approved', 'decision=approved'],
    ['Declined', 'decision=declined'],
    ['Waiting', 'status=pending,authentication_pending'],
    ['Today', `created=${TODAY}..`],
  ],
  idOf: ({ attemptId }) => attemptId,
  hrefOf: ({ paymentId }) => pagePath.payment(paymentId),
  columns: [
    {
      id: 'amount',
      header: 'Amount',
      exports: exportedAmount('amount'),
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      id: 'created_at',
      header: 'Created',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–' },
    { id: 'error_code', header: 'Code', cell: ({ errorCode }) => errorCode ?? '–' },
    {
      id: 'issuer_error_code',
      header: 'Issuer’s code',
      cell: ({ issuerErrorCode }) => issuerErrorCode ?? '–',
    },
    {
      id: 'attempt_id',
      header: 'Attempt',
      cell: ({ attemptId }) => <span className="identifier">{attemptId}</span>,
    },
    {
      id: 'unified_code',
      header: 'Unified code',
      isOptional: true,
      cell: ({ unifiedCode }) => unifiedCode ?? '–',
    },
    {
      id: 'payment_method',
      header: 'Method',
      isOptional: true,
      cell: ({ paymentMethod, paymentMethodType }) =>
        paymentMethod
          ? asWords(paymentMethodType && paymentMethod !== 'card' ? paymentMethodType : paymentMethod)
          : '–',
    },
    {
      id: 'card_network',
      header: 'Card network',
      isOptional: true,
      cell: ({ cardNetwork }) => cardNetwork ?? '–',
    },
    {
      id: 'billing_country',
      header: 'Country',
      isOptional: true,
      cell: ({ billingCountry }) => billingCountry ?? '–',
    },
    {
      id: 'authentication_type',
      header: '3-D Secure',
      isOptional: true,
      cell: ({ authenticationType }) => (authenticationType ? asWords(authenticationType) : '–'),
    },
    {
      id: 'profile_id',
      header: 'Profile',
      isOptional: true,
      cell: ({ profileId }) => (profileId ? <ProfileName id={profileId} /> : '–'),
    },
  ],
  filters: attemptFilters,
};

/** The list of attempts, behind the figures of Analytics. */
export default function Attempts() {
  return <ListPage definition={definition} />;
}
