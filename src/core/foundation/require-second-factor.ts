import type { Context } from './context.ts';
import { Problem } from './errors.ts';

const MINUTE_MS = 60_000;

export interface SecondFactorAge {
  /** Maximum age of the verification, in milliseconds; by default any time since the session began. */
  readonly withinMs?: number;
}

/**
 * Checks that the session of a person, or of an operator, has verified a second factor: an authenticator code, a
 * backup code or a passkey. Callers with a key pass, because they have no session. Runs no statement.
 *
 * @throws {Problem} `second_factor_required`, with instructions.
 */
export function requireSecondFactor(
  { caller, ports }: Pick<Context, 'caller' | 'ports'>,
  { withinMs }: SecondFactorAge = {},
): void {
  const holder = caller.kind === 'admin_key' ? caller.holder : null;
  if (caller.kind !== 'person' && holder?.type !== 'person') return;
  const shownAt = (caller.kind === 'person' ? caller.secondFactorAt : holder?.secondFactorAt) ?? null;
  const since = withinMs === undefined ? -Infinity : ports.now().getTime() - withinMs;
  if (shownAt !== null && shownAt.getTime() > since) return;
  const within =
    withinMs === undefined
      ? 'in this session'
      : `within the last ${Math.round(withinMs / MINUTE_MS)} minutes, in this session`;
  throw new Problem(
    'second_factor_required',
    `This operation requires a second factor, given ${within}. Send the code of your authenticator app to POST /auth/two-factor/verify-totp, a backup code to POST /auth/two-factor/verify-backup-code, or use a passkey by GET /auth/passkey/generate-authenticate-options and POST /auth/passkey/verify-authentication; then send the request again. The dashboard asks for it. If you have no second factor yet, set one up on the dashboard's Settings page.`,
  );
}
