import { Alert } from '@mantine/core';
import { formatMoney } from '../../data/money.ts';
import type { PaymentQuery } from './payment.documents.ts';
import { disputedAmount, isLostToDisputes } from './payment-money.ts';

/** Shows a payment's disputed amount, which cannot be refunded. */
export function DisputedMoney({ payment }: { payment: NonNullable<PaymentQuery['payment']> }) {
  const amount = disputedAmount(payment);
  if (amount === 0) return null;
  const isLost = isLostToDisputes(payment);
  const money = formatMoney(amount, payment.currency);
  return (
    <Alert color={isLost ? 'red' : 'yellow'} title={isLost ? 'Lost in a dispute' : 'Disputed'}>
      {isLost
        ? `${money} went back to the customer in a lost dispute. It can’t be refunded as well.`
        : `${money} is in dispute. It can’t be refunded unless you win.`}
    </Alert>
  );
}
