/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormData } from '../../http/pages/checkout/checkout-data.ts';
import { hasApplePay, openApplePay } from './apple-pay.ts';
import { googlePayButton } from './google-pay.ts';
import { filled } from './phrases.ts';
import { type OpenedWallet, offersButtons, openWallets, type WalletEvents } from './wallets.ts';

interface Buttons {
  readonly google: HTMLElement | null;
  readonly apple: OpenedWallet | null;
}

/**
 * The buttons of the wallets that the payment, the account and the customer's browser have, above the other ways to pay;
 * nothing without one. They are asked for once the page is painted.
 */
export function WalletButtons(
  props: WalletEvents & {
    readonly data: FormData;
    /** Whether there is no other way to pay. */
    readonly isAlone: boolean;
    readonly isWorking: boolean;
    /** Called with whether there turned out to be none. */
    readonly onNone: (isSo: boolean) => void;
  },
) {
  const { data, isAlone, isWorking } = props;
  const { language, texts } = data;
  const [buttons, setButtons] = useState<Buttons>({ google: null, apple: null });
  // A button's event calls the form's handler of that moment.
  const events = useRef(props);
  events.current = props;
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!offersButtons(data)) return;
    let isShown = true;
    const show = (made: Partial<Buttons>) => isShown && setButtons((before) => ({ ...before, ...made }));
    const now: WalletEvents = {
      onApproved: (approval) => events.current.onApproved(approval),
      onCancelled: () => events.current.onCancelled(),
      onProblem: () => events.current.onProblem(),
    };
    const open = async () => {
      const wallets = await openWallets(data);
      const named = (name: string) => wallets.find(({ wallet_name: wallet }) => wallet === name);
      const [google, apple] = [named('google_pay'), named('apple_pay')];
      if (apple && hasApplePay(apple.session_data)) show({ apple });
      const made = google ? await googlePayButton(google.session_data, language, now) : null;
      if (made) show({ google: made });
      if (isShown) events.current.onNone(!made && !(apple && hasApplePay(apple.session_data)));
    };
    open().catch((error) => {
      if (isShown) events.current.onNone(true);
      throw error;
    });
    return () => {
      isShown = false;
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
          onClick={() => openApplePay(data, buttons.apple!.session_data, events.current)}
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
