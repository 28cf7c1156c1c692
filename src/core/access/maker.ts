import { type Caller, organizationOf } from '../foundation/context.ts';

/** An administrator or an operator, who answer for the whole installation. No identifier has this character. */
export const ADMINISTRATOR = '*';

/**
 * The caller as the maker of a key, an invitation or a role: the identifier of a person, of an API key or of an
 * organization's key. Who may approve exports of cards depends on it.
 */
export function makerOf(caller: Caller): string {
  if (caller.kind === 'person') return caller.personId;
  if (caller.kind === 'api_key') return caller.keyId;
  const organizationId = organizationOf(caller);
  if (organizationId === null || caller.kind !== 'admin_key') return ADMINISTRATOR;
  return caller.holder?.id ?? organizationId;
}
