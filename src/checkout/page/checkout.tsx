/** @jsxImportSource preact */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData, ShownAction } from '../server/checkout-data.ts';
import { Challenge, type FramedStep } from './challenge.tsx';
import { declineText } from './declines.ts';
import { Details } from './details.tsx';
import { contrastingInk } from './ink.ts';
import { type Answer, authenticate, isWaiting, type PaymentNow, retrieve } from './pay.ts';
import { PaymentForm } from './payment-form.tsx';
import { type Answered, NextStep, Result } from './result.tsx';
import { usePolling } from './result-hooks.ts';
import { changedText, readPage } from './shown.ts';

/** The view beside the order. */
type View =
  | { readonly kind: 'form' }
  | { readonly kind: 'step'; readonly action: ShownAction; readonly payment: Answered }
  | { readonly kind: 'result'; readonly payment: Answered; readonly decline?: CheckoutData['decline'] };

/** The hosted page of a payment. */
export function Checkout({ data: opened }: { readonly data: CheckoutData }) {
  const [data, setData] = useState(opened);
  const { details, texts } = data;
  const [view, setView] = useState<View>(() => firstView(data));
  const [notice, setNotice] = useState<string | null>(data.decline ? declineText(data.decline, texts) : null);
  const [frame, setFrame] = useState<FramedStep | null>(null);
  const ended = useRef<((how: 'returned' | 'left') => void) | null>(null);
  const [hasFailed, setFailed] = useState(data.status === 'failed');
  const [total, setTotal] = useState<number | null>(null);

  /** Shows a payment's next step in a frame, and resolves once it ended or the customer left it. */
  const inFrame = (step: FramedStep) =>
    new Promise<'returned' | 'left'>((resolve) => {
      ended.current = resolve;
      setFrame(step);
    });
  const end = useCallback((how: 'returned' | 'left') => {
    setFrame(null);
    ended.current?.(how);
  }, []);
  const onReturned = useCallback(() => end('returned'), [end]);
  const onLeft = useCallback(() => end('left'), [end]);

  const show = async (payment: PaymentNow): Promise<void> => {
    const { manual_retry_allowed: mayRetry, next_action: action, status } = payment;
    if (isOther(payment, data, total)) await readAgain();
    if (status === 'requires_customer_action' && action) return act(action, payment);
    if (status === 'failed' && mayRetry !== false) {
      setFailed(true);
      setNotice(declineText(payment, texts));
      setView({ kind: 'form' });
    } else if (status === 'requires_payment_method' || status === 'requires_confirmation') {
      setView({ kind: 'form' });
    } else setView({ kind: 'result', payment, decline: payment });
  };
  /** If the payment differs from the shown one, shows its current state with a notice. */
  const readAgain = async (): Promise<void> => {
    const now = await readPage<CheckoutData>();
    if (!now) return setNotice(texts.unavailable);
    setData(now);
    setView(firstView(now));
    setNotice(now.screen === 'form' ? changedText(data, now, now) : null);
  };
  const showNow = async (how: 'returned' | 'left'): Promise<void> => {
    const answer = await retrieve(data);
    if (answer.kind !== 'payment') setNotice(texts.unavailable);
    else if (how === 'left' && answer.payment.status === 'requires_customer_action') {
      // Paying again ends the abandoned attempt.
      setNotice(texts.challengeLeft);
      setView({ kind: 'form' });
    } else await show(answer.payment);
  };

  const act = async (action: ShownAction, payment: PaymentNow): Promise<void> => {
    switch (action.type) {
      case 'redirect_inside_popup':
        return showNow(await inFrame({ url: action.redirect_to_url!, fields: null }));
      case 'three_ds_invoke': {
        const { acs_url: url, challenge_request: request } = (await authenticate(data)) ?? {};
        return showNow(url ? await inFrame({ url, fields: { creq: request ?? '' } }) : 'returned');
      }
      case 'redirect_to_url':
        if (action.redirect_to_url) leaveFor(action.redirect_to_url);
        setView({ kind: 'step', action, payment });
        return;
      case 'invoke_sdk':
        setNotice(texts.unavailable);
        return;
      default:
        setView({ kind: 'step', action, payment });
    }
  };

  usePolling(view.kind === 'result' && isWaiting(view.payment.status), async () => {
    const answer = await retrieve(data);
    if (answer.kind === 'payment' && !isWaiting(answer.payment.status)) await show(answer.payment);
  });
  useReadAgain();
  useEffect(contrastingInk);

  const onPayment = ({ payment }: Answer & { kind: 'payment' }) => show(payment);
  const classes = ['page', details.layout, details.hidden ? 'form-only' : ''].join(' ');
  return (
    <main class={classes}>
      {!details.hidden && (
        <Details data={data} isOver={view.kind === 'result'} total={totalShown(view, total, data)} />
      )}
      <div class="side">
        {details.hidden && <h1 class="hidden">{data.seller}</h1>}
        {data.isTest && <p class="test-mode">{texts.testMode}</p>}
        {hasFailed && view.kind === 'form' && <h2 class="failed">{texts.failedHeading}</h2>}
        {view.kind === 'step' && <NextStep {...view} data={data} />}
        {view.kind === 'result' && (
          <Result data={data} payment={view.payment} decline={view.decline ?? null} />
        )}
        {(view.kind === 'form' || (view.kind === 'step' && data.offer)) && (
          <PaymentForm
            data={data}
            notice={notice}
            onNotice={setNotice}
            onOutdated={readAgain}
            onTotal={setTotal}
            onPayment={onPayment}
          />
        )}
        {frame && <Challenge step={frame} texts={texts} onReturned={onReturned} onLeft={onLeft} />}
        {data.isBranded && <footer>{texts.poweredBy}</footer>}
      </div>
    </main>
  );
}

function firstView(data: CheckoutData): View {
  const { amount, currency, decline, nextAction, screen, setupFutureUsage, status } = data;
  const payment = { status, net_amount: amount, currency, setup_future_usage: setupFutureUsage };
  if (screen === 'closed') return { kind: 'result', payment: { ...payment, status: 'closed' } };
  if (screen !== 'form') return { kind: 'result', payment, decline };
  const isAtBank =
    status === 'requires_customer_action' && nextAction && nextAction.type !== 'three_ds_invoke';
  return isAtBank ? { kind: 'step', action: nextAction, payment } : { kind: 'form' };
}

/** Whether the service's payment has a different total than the page shows, with a surcharge or without one. */
const isOther = (payment: PaymentNow, { amount, currency }: CheckoutData, total: number | null): boolean =>
  (payment.net_amount !== amount && payment.net_amount !== total) || payment.currency !== currency;

/** The total beside the form or the result. */
function totalShown(view: View, total: number | null, { amount }: CheckoutData): number {
  return view.kind === 'form' ? (total ?? amount) : view.payment.net_amount;
}

/** Navigates to the customer's bank, also out of a frame, since a bank may refuse framing. */
function leaveFor(url: string): void {
  if (window.top === window) location.assign(url);
  else window.open(url, '_top');
}

/** A page from the browser's history shows a stale payment, so it is reloaded. */
function useReadAgain(): void {
  useEffect(() => {
    const read = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
  }, []);
}
