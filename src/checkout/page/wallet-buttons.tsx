/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormData } from '../server/checkout-data.ts';
import { hasApplePay, openApplePay } from './apple-pay.ts';
import { shownBy } from './confirmation.ts';
import { nothingTyped } from './form-state.ts';
import { googlePayButton } from './google-pay.ts';
import { filled } from './phrases.ts';
import { type Approval, offersButtons, openWallets, type WalletEvents } from './wallets.ts';

interface Buttons {
  readonly google: HTMLElement | null;
  /** Opens Apple Pay's sheet; null without a button. */
  readonly apple: (() => void) | null;
}

/**
 * The buttons of the wallets that the payment, the account and the browser support, above the other methods; null without
 * any. They are loaded after the first paint.
 */
export function WalletButtons(
  props: WalletEvents<Approval> & {
    readonly data: FormData;
    /** Whether there is no other method. */
    readonly isAlone: boolean;
    readonly isWorking: boolean;
    /** Called with whether no wallet is available. */
    readonly onNone: (isSo: boolean) => void;
  },
) {
  const { data, isAlone, isWorking } = props;
  const { language, texts } = data;
  const [buttons, setButtons] = useState<Buttons>({ google: null, apple: null });
  // A button's event calls the form's current handler.
  const events = useRef(props);
  events.current = props;
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!offersButtons(data)) return;
    let isShown = true;
    const show = (made: Partial<Buttons>) => isShown && setButtons((before) => ({ ...before, ...made }));
    const open = async () => {
      const opened = await openWallets(data);
      const named = (name: string) =>
        opened?.wallets.find(({ wallet_name: wallet }) => wallet === name)?.session_data;
      const [google, apple] = [named('google_pay'), named('apple_pay')];
      // The sheet has its own total, which may be newer than the page's, and the wallet's surcharge.
      const eventsOf = (name: string): WalletEvents => {
        const wallet = opened?.wallets.find(({ wallet_name: one }) => one === name);
        const { currency } = opened ?? data;
        const net_amount = wallet?.net_amount ?? data.amount;
        const shown = { ...shownBy(data, null, nothingTyped), currency, net_amount };
        return {
          onApproved: (approval) => events.current.onApproved({ ...approval, shown }),
          onCancelled: () => events.current.onCancelled(),
          onProblem: () => events.current.onProblem(),
        };
      };
      const hasApple = apple !== undefined && hasApplePay(apple);
      if (hasApple) show({ apple: () => openApplePay(data, apple, eventsOf('apple_pay')) });
      const made = google ? await googlePayButton(google, language, eventsOf('google_pay')) : null;
      if (made) show({ google: made });
      if (isShown) events.current.onNone(!made && !hasApple);
    };
    open().catch((error) => {
      if (isShown) events.current.onNone(true);
      throw error;
    });
    return () => {
      isShown = false;
      // These buttons' sheets show the outdated payment.
      setButtons({ google: null, apple: null });
    };
  }, [data, language]);
  useEffect(() => {
    if (buttons.google) place.current?.replaceChildren(buttons.google);
  }, [buttons.google]);

  if (!buttons.google && !buttons.apple) return null;
  return (
    <section class="wallets" aria-busy={isWorking} inert={isWorking}>
      {buttons.apple && (
        <button
          type="button"
          class="apple-pay"
          aria-label={filled(texts.payWith, { wallet: 'Apple Pay' })}
          onClick={buttons.apple}
        >
          <span>Apple Pay</span>
        </button>
      )}
      {buttons.google && <div class="google-pay" ref={place} />}
      {!isAlone && (
        <p class="or">
          <span>{texts.otherWays}</span>
        </p>
      )}
    </section>
  );
}
