import { Problem } from './errors.ts';

/**
 * What creating and updating a payment or payout do about `confirm: true`, once everything else is done.
 *
 * @throws {Problem} `no_connector_available`: there is none to confirm with, and so nothing else is kept either.
 */
export function confirmIfAsked(noun: string, given: { readonly confirm?: boolean | null | undefined }): void {
  if (given.confirm !== true) return;
  throw new Problem('no_connector_available', `No connector account can take the ${noun}.`, {
    param: 'confirm',
  });
}
