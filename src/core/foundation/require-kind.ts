import { type Caller, type KeyKind, keyKindNames } from './caller.ts';
import { Problem } from './errors.ts';

/**
 * Checks that an operation takes the caller's kind of key. Specification: Authentication.
 *
 * @throws {Problem} `wrong_key_kind`, which says what kinds the operation takes.
 */
export function requireKind(caller: Caller, kinds: readonly KeyKind[]): void {
  if (kinds.includes(caller.kind)) return;
  const taken = kinds.map((kind) => keyKindNames[kind]).join(' or ');
  throw new Problem('wrong_key_kind', `This operation takes ${taken}, not ${keyKindNames[caller.kind]}.`);
}
