/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { CheckoutData } from '../server/checkout-data.ts';
import { clock, filled, money } from './phrases.ts';

const LINES_SHOWN = 3;
const SECOND_MS = 1000;
/** Above this, customers need no countdown. */
const COUNTDOWN_MAX_MS = 24 * 60 * 60 * SECOND_MS;

/** The seller, the total and the order, and the time limit of an open payment. */
export function Details({
  data,
  isOver,
  total,
}: {
  readonly data: CheckoutData;
  readonly isOver: boolean;
  /** The total with the chosen method, in minor units. */
  readonly total: number;
}) {
  const { currency, details, language, seller, texts } = data;
  const [isLong, setLong] = useState(false);
  const sums = sumsWith(data, total);
  const format = (minor: number) => money(minor, currency, language);
  const lines = isLong ? details.lines : details.lines.slice(0, LINES_SHOWN);
  const hidden = details.lines.length - LINES_SHOWN;
  return (
    <section class="details">
      <header>
        {details.logo && <img class="logo" src={details.logo} alt="" referrerpolicy="no-referrer" />}
        <h1>{seller}</h1>
        {details.merchant.map((line) => (
          <p class="merchant" key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
      </header>
      {!isSetup(data) && <p class="amount">{format(total)}</p>}
      {details.description && (
        <p class="description">
          <bdi>{details.description}</bdi>
        </p>
      )}
      {details.lines.length > 0 && (
        <>
          <h2>{texts.orderHeading}</h2>
          <ul class="lines">
            {lines.map(({ amount: unit, name, quantity }) => (
              <li key={name}>
                <span>
                  {name}
                  {quantity > 1 && <small> {filled(texts.quantity, { count: quantity })}</small>}
                </span>
                <span>{format(unit * quantity)}</span>
              </li>
            ))}
          </ul>
          {hidden > 0 && (
            <button type="button" class="link" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
              {isLong ? texts.showLess : filled(texts.showMore, { count: hidden })}
            </button>
          )}
        </>
      )}
      {sums.length > 0 && (
        <dl class="sums">
          {sums.map(({ amount: part, name }) => (
            <div key={name}>
              <dt>{texts[name]}</dt>
              <dd>{format(part)}</dd>
            </div>
          ))}
          <div class="total">
            <dt>{texts.total}</dt>
            <dd>{format(total)}</dd>
          </div>
        </dl>
      )}
      {details.transaction.length > 0 && (
        <dl class="transaction">
          {details.transaction.map(({ isKeyBold, isValueBold, key, value }) => (
            <div key={key}>
              <dt class={isKeyBold ? 'bold' : ''}>{key}</dt>
              <dd class={isValueBold ? 'bold' : ''}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {data.screen === 'form' && !isOver && <TimeLeft data={data} />}
    </section>
  );
}

/** The sums of the order, with the surcharge for the chosen method. */
function sumsWith(
  { amount, details: { sums } }: CheckoutData,
  total: number,
): CheckoutData['details']['sums'] {
  return total > amount ? [...sums, { name: 'surcharge', amount: total - amount }] : sums;
}

/** Whether a payment method is saved and nothing is charged. */
export const isSetup = ({ offer, settings }: Pick<CheckoutData, 'offer' | 'settings'>): boolean =>
  settings.isSetup || offer?.payment_type === 'setup_mandate';

/** The time until the link expires, by the service's clock. The page is then reloaded. */
function TimeLeft({ data: { expiresAt, now, texts } }: { readonly data: CheckoutData }) {
  const [began] = useState(() => Date.now() - now);
  const [left, setLeft] = useState(expiresAt - now);
  useEffect(() => {
    const timer = setInterval(() => {
      const remaining = expiresAt - (Date.now() - began);
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      location.reload();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [expiresAt, began]);
  if (left > COUNTDOWN_MAX_MS) return null;
  return (
    <p class="time-left" role="timer" aria-live="off">
      {filled(texts.timeLeft, { time: clock(left) })}
    </p>
  );
}
