import { type Caller, organizationOf } from '../foundation/context.ts';

/** Stands for administrators and operators, who act for the whole installation. No identifier contains this character. */
export const ADMINISTRATOR = '*';

/**
 * The caller as the maker of a key, an invitation or a role: the identifier of a person, an API key or an organization's
 * key. It decides who may approve card exports.
 */
export function makerOf(caller: Caller): string {
  if (caller.kind === 'person') return caller.personId;
  if (caller.kind === 'api_key') return caller.keyId;
  const organizationId = organizationOf(caller);
  if (organizationId === null || caller.kind !== 'admin_key') return ADMINISTRATOR;
  return caller.holder?.id ?? organizationId;
}
