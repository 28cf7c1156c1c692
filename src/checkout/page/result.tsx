/** @jsxImportSource preact */
import type { CheckoutData, ShownAction } from '../server/checkout-data.ts';
import { declineText } from './declines.ts';
import { isPaid, isWaiting, type PaymentNow } from './pay.ts';
import { filled, money } from './phrases.ts';
import { QrCode } from './qr-code.tsx';
import { useWayBack } from './result-hooks.ts';

/** The service's payment. Results show these values, never the form's. */
export type Answered = Pick<PaymentNow, 'status' | 'net_amount' | 'currency' | 'setup_future_usage'>;

/** The payment's result, and the way back to the seller. */
export function Result({
  data,
  decline,
  payment,
}: {
  readonly data: CheckoutData;
  readonly decline: CheckoutData['decline'];
  readonly payment: Answered;
}) {
  const { backTo, language, paymentId, seller, skipsStatus, texts } = data;
  const { currency, net_amount: amount, status } = payment;
  const isOver = !isWaiting(status);
  // A status page may have been opened directly: only a payment that ends here redirects.
  const leadsBack = backTo !== null && isPaid(status);
  const heading = useWayBack(leadsBack ? backTo : null, skipsStatus ? 0 : undefined);
  const values = { seller, amount: money(amount, currency, language) };
  const [title, text] = wordsOf(payment, data);
  return (
    <section class={`result ${isPaid(status) ? 'good' : isOver ? 'bad' : 'open'}`} aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        {filled(title, values)}
      </h2>
      {status === 'failed' && decline && <p>{declineText(decline, texts)}</p>}
      <p>{filled(text, values)}</p>
      {leadsBack && !skipsStatus && <p>{filled(texts.returning, values)}</p>}
      <p class="reference">{filled(texts.paymentReference, { id: paymentId })}</p>
      {backTo !== null && isOver && (
        <a class="button" href={backTo} target="_top">
          {filled(texts.returnTo, values)}
        </a>
      )}
    </section>
  );
}

function wordsOf(
  { net_amount: amount, setup_future_usage: usage, status }: Answered,
  { texts }: Pick<CheckoutData, 'texts'>,
): readonly [heading: string, text: string] {
  if (isPaid(status)) {
    return amount === 0 && usage
      ? [texts.savedHeadingDone, texts.savedText]
      : [texts.successHeading, texts.successText];
  }
  if (isWaiting(status)) return [texts.processingHeading, texts.processingText];
  if (status === 'expired') return [texts.expiredHeading, texts.expiredText];
  if (status === 'closed') return [texts.closedHeading, texts.closedText];
  return [texts.failedHeading, texts.failedText];
}

type Line = readonly [name: string, value: string | null | undefined];

/** The instructions for paying elsewhere, if any. */
const Lines = ({ of }: { readonly of: readonly Line[] }) => (
  <dl class="transaction">
    {of.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** A step that the customer takes elsewhere: a bank's page, a transfer, a code to scan. */
export function NextStep(props: {
  readonly action: ShownAction;
  readonly data: CheckoutData;
  readonly payment: Answered;
}) {
  const { action, data, payment } = props;
  const { currency, net_amount: amount } = payment;
  const { language, texts } = data;
  const values = { amount: money(amount, currency, language) };
  const transfer = action.bank_transfer_instructions;
  if (transfer) {
    return (
      <section class="result open">
        <h2>{filled(texts.transferHeading, values)}</h2>
        <p>{texts.transferText}</p>
        <Lines
          of={[
            [texts.accountHolder, transfer.account_holder_name],
            [texts.bankName, transfer.bank_name],
            [texts.iban, transfer.iban],
            [texts.bic, transfer.bic],
            [texts.accountNumber, transfer.account_number],
            [texts.routingNumber, transfer.routing_number],
            [texts.sortCode, transfer.sort_code],
            [texts.reference, transfer.reference],
          ]}
        />
      </section>
    );
  }
  const voucher = action.voucher_details;
  if (voucher) {
    const page = voucher.instructions_url ?? voucher.download_url;
    const until = voucher.expires_at && new Date(voucher.expires_at).toLocaleString(language);
    return (
      <section class="result open">
        <h2>{filled(texts.voucherHeading, values)}</h2>
        <p>{texts.voucherText}</p>
        <Lines
          of={[
            [texts.voucherEntity, voucher.entity],
            [texts.reference, voucher.reference],
            [texts.confirmationNumber, voucher.confirmation_number],
            [texts.payBefore, until],
          ]}
        />
        {page && (
          <a class="button" href={page} target="_blank" rel="noreferrer">
            {texts.continueButton}
          </a>
        )}
      </section>
    );
  }
  if (action.qr_code) {
    return (
      <section class="result open">
        <h2>{texts.actionHeading}</h2>
        <p>{texts.scanText}</p>
        <QrCode {...action.qr_code} label={texts.scanText} />
        <p dir="ltr" class="reference">
          {action.qr_code.content}
        </p>
      </section>
    );
  }
  return (
    <section class="result open">
      <h2>{texts.actionHeading}</h2>
      <p>{texts.actionText}</p>
      <a class="button" href={action.redirect_to_url ?? ''} target="_top">
        {texts.continueButton}
      </a>
    </section>
  );
}
