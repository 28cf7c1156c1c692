/** A response of the service's sign-in operations. */
export interface AuthResult {
  readonly isOk: boolean;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** From the `Retry-After` header; null without it. */
  readonly retryAfterS: number | null;
}

/** Posts to an operation below `/auth`. Rejects on a network failure. */
export const auth = (path: string, input: object = {}): Promise<AuthResult> =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  });

/** Reads from below `/auth`. */
export const readAuth = (path: string): Promise<AuthResult> =>
  send(path, { headers: { accept: 'application/json' } });

async function send(path: string, init: RequestInit): Promise<AuthResult> {
  const response = await fetch(`/auth${path}`, { credentials: 'same-origin', ...init });
  const retryAfter = response.headers.get('retry-after') ?? response.headers.get('x-retry-after');
  const body: unknown = await response.json().catch(() => null);
  return {
    isOk: response.ok,
    status: response.status,
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    retryAfterS: retryAfter === null ? null : Number(retryAfter),
  };
}

/** The message for a refused sign-in, which never reveals whether the address is known. */
export function refusalOf({ body, retryAfterS, status }: AuthResult, wrong: string): string {
  if (status === 429) {
    return `Too many attempts. Wait ${retryAfterS ? `${retryAfterS} seconds` : 'a minute'}, then try again.`;
  }
  if (status >= 500) return 'Something went wrong. Try again in a moment.';
  if (status === 401 || status === 400 || status === 403) return wrong;
  return messageIn(body) ?? wrong;
}

/** A response's message: the service's own error, or better-auth's. */
export function messageIn(body: AuthResult['body']): string | null {
  const { error, message } = body as { error?: { message?: unknown }; message?: unknown };
  const text = error?.message ?? message;
  return typeof text === 'string' ? text : null;
}

/** The proof that the person must give again: a second factor, the password, or a sign-in at the provider. */
export type AskedProof = 'second_factor' | 'password' | 'provider';

const proofs: Readonly<Record<string, AskedProof>> = {
  SECOND_FACTOR_REQUIRED: 'second_factor',
  PASSWORD_REQUIRED: 'password',
  SIGN_IN_REQUIRED: 'provider',
};

/** The proof that a refused change of a factor requires; null if it succeeded or failed for another reason. */
export const proofAskedBy = ({ body, isOk }: AuthResult): AskedProof | null =>
  isOk ? null : (proofs[String(body.code)] ?? null);
