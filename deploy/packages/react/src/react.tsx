'use client';

import type {
  Appearance,
  ElementChange,
  ElementKind,
  ElementsError,
  ElementsOptions,
  Switchyard,
  SwitchyardElement,
  SwitchyardElements,
} from '@switchyard/js';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

interface Form {
  readonly switchyard: Switchyard | null;
  readonly elements: SwitchyardElements | null;
}

const FormContext = createContext<Form | null>(null);

function useForm(user: string): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error(`Switchyard: ${user} has to be inside <SwitchyardProvider>.`);
  return form;
}

export interface SwitchyardProviderProps {
  /** The result of `loadSwitchyard`, called outside of components; null on a server. */
  readonly switchyard: Switchyard | PromiseLike<Switchyard | null> | null;
  /** Another `clientSecret` creates a new form; other options are read when a form is created. Omit it until there is a
   * payment. */
  readonly options?: ElementsOptions | undefined;
  readonly children?: ReactNode;
}

/** The form of one payment. An error of `loadSwitchyard` goes to the nearest error boundary. */
export function SwitchyardProvider({
  switchyard: given,
  options,
  children,
}: SwitchyardProviderProps): ReactElement {
  const [form, setForm] = useState<Form>({ switchyard: null, elements: null });
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const clientSecret = options?.clientSecret;
  useEffect(() => {
    let isCurrent = true;
    Promise.resolve(given).then(
      (switchyard) => {
        if (!isCurrent) return;
        const elements =
          switchyard && clientSecret ? switchyard.elements({ ...latest.current, clientSecret }) : null;
        setForm({ switchyard, elements });
      },
      (error: unknown) => {
        if (isCurrent)
          setForm(() => {
            throw error;
          });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [given, clientSecret]);
  return <FormContext.Provider value={form}>{children}</FormContext.Provider>;
}

/** The merchant's forms, for `confirmPayment`; null until the script is loaded. */
export const useSwitchyard = (): Switchyard | null => useForm('useSwitchyard').switchyard;

/** The form's elements, to confirm with; null until the script is loaded and there is a payment. */
export const useElements = (): SwitchyardElements | null => useForm('useElements').elements;

export interface ElementProps {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  /** Differences from the form's appearance, read when the element is created. */
  readonly options?: Partial<Appearance> | undefined;
  readonly onReady?: ((element: SwitchyardElement) => void) | undefined;
  readonly onChange?: ((change: ElementChange) => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** The element cannot be shown, or has not loaded in time. */
  readonly onLoadError?: ((failed: { readonly error: ElementsError }) => void) | undefined;
  /**
   * Enter was pressed in a field: call `confirmPayment`. Without this prop when the element is created, the first submit
   * button of the surrounding `<form>` is clicked.
   */
  readonly onSubmit?: (() => void) | undefined;
  /**
   * The customer has approved in a wallet: call `confirmPayment`. Wallets have buttons only if this prop is set when the
   * payment element is created.
   */
  readonly onConfirm?: ((approved: { readonly wallet: string }) => void) | undefined;
}

function elementOf(kind: ElementKind, name: string): (props: ElementProps) => ReactElement {
  const Element = (props: ElementProps): ReactElement => {
    const { elements } = useForm(`<${name}>`);
    const place = useRef<HTMLDivElement>(null);
    const latest = useRef(props);
    useEffect(() => {
      latest.current = props;
    });
    useEffect(() => {
      if (!elements || !place.current) return;
      const element = elements.create(kind, latest.current.options);
      element.on('ready', () => latest.current.onReady?.(element));
      element.on('change', (change) => latest.current.onChange?.(change));
      element.on('focus', () => latest.current.onFocus?.());
      element.on('blur', () => latest.current.onBlur?.());
      if (latest.current.onSubmit) element.on('submit', () => latest.current.onSubmit?.());
      element.on('loaderror', (failed) => latest.current.onLoadError?.(failed));
      if (latest.current.onConfirm) element.on('confirm', (approved) => latest.current.onConfirm?.(approved));
      element.mount(place.current);
      return () => element.destroy();
    }, [elements]);
    return <div ref={place} id={props.id} className={props.className} />;
  };
  Element.displayName = name;
  return Element;
}

/** All payment methods of the payment. */
export const PaymentElement = elementOf('payment', 'PaymentElement');
/** A card: number, expiry date, security code and holder. */
export const CardElement = elementOf('card', 'CardElement');
export const CardNumberElement = elementOf('cardNumber', 'CardNumberElement');
export const CardExpiryElement = elementOf('cardExpiry', 'CardExpiryElement');
export const CardCvcElement = elementOf('cardCvc', 'CardCvcElement');
