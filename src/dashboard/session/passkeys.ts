import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type AuthResult, auth, readAuth } from './auth.ts';

/** Loaded when first needed: most visits need no passkey. */
const ceremonies = () => import('@simplewebauthn/browser');

/**
 * Whether passkeys work at the page's address: it must be https or local, and have a host name, since browsers bind a
 * passkey to a host name, never to an IP address.
 */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !isIpAddress(location.hostname);

const isIpAddress = (host: string) => /^\d+(\.\d+){3}$|^\[/.test(host);

/** The same page at a local address where passkeys work; null on other hosts. */
export function addressForPasskeys(): string | null {
  if (passkeysWork() || !/^(127\.|\[::1\])/.test(location.hostname)) return null;
  const address = new URL(location.href);
  address.hostname = 'localhost';
  return address.href;
}

/** Why the browser returned no passkey; null if another request replaced this one. */
export interface NoPasskey {
  readonly noPasskey: string | null;
}

export const isNoPasskey = (result: AuthResult | NoPasskey): result is NoPasskey => 'noPasskey' in result;

/** Creates a passkey on a device that the person chooses, and registers it under a name. */
export function addPasskey(name: string): Promise<AuthResult | NoPasskey> {
  return perform(
    '/passkey/generate-register-options',
    '/passkey/verify-registration',
    async (optionsJSON) => {
      const { startRegistration } = await ceremonies();
      return { name, response: await startRegistration({ optionsJSON }) };
    },
  );
}

/** Signs in with a passkey from the browser's dialog. */
export const signInWithPasskey = (): Promise<AuthResult | NoPasskey> => authenticate(false);

/**
 * Offers passkeys in the email field's autofill while the form is shown.
 *
 * @returns Null if none was chosen.
 */
export async function offerPasskeys(): Promise<AuthResult | null> {
  const { browserSupportsWebAuthnAutofill } = await ceremonies();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const result = await authenticate(true);
  return isNoPasskey(result) ? null : result;
}

function authenticate(useBrowserAutofill: boolean): Promise<AuthResult | NoPasskey> {
  return perform(
    '/passkey/generate-authenticate-options',
    '/passkey/verify-authentication',
    async (options) => {
      const { startAuthentication } = await ceremonies();
      // The service refuses a passkey without user verification.
      const optionsJSON = { ...options, userVerification: 'required' } as const;
      return { response: await startAuthentication({ optionsJSON, useBrowserAutofill }) };
    },
  );
}

/** Cancels the browser's passkey prompt when the form is gone. */
export async function stopOffering(): Promise<void> {
  (await ceremonies()).WebAuthnAbortService.cancelCeremony();
}

type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

let latestOptions: Promise<unknown> = Promise.resolve();

async function perform(
  optionsPath: string,
  path: string,
  ask: (options: Options) => Promise<object>,
): Promise<AuthResult | NoPasskey> {
  // Sequential, since only the challenge in the last response's cookie is valid.
  const options = latestOptions.then(() => readAuth(optionsPath));
  latestOptions = options.catch(() => undefined);
  const answered = await options;
  if (!answered.isOk) return answered;
  let answer: object;
  try {
    answer = await ask(answered.body as unknown as Options);
  } catch (error) {
    return { noPasskey: reasonOf(error) };
  }
  return auth(path, answer);
}

function reasonOf(error: unknown): string | null {
  const { name } = error as Error;
  if (name === 'AbortError') return null;
  if (name === 'NotAllowedError') return 'No passkey was used: the request was cancelled, or took too long.';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  return 'This browser could not use a passkey here.';
}
