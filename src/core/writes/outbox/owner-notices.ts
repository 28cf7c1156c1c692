import type { OwnerNoticeKind } from '../../entities/notification.ts';
import { organizationOf, type WritingContext } from '../../foundation/context.ts';
import { plainName } from '../../foundation/mail-text.ts';
import { maskedText } from '../../foundation/mask-text.ts';
import { authorOf } from '../author.ts';
import { openNotification } from './open-notification.ts';

/** A report to a merchant's owners. */
export interface OwnerNotice {
  readonly merchantId: string;
  readonly kind: OwnerNoticeKind;
  /** The object of the report. */
  readonly objectId: string;
  /** Business profile of that object, if it has one. */
  readonly profileId?: string | null;
  /**
   * The change, in one or two sentences without its author, who is added: "The webhook address of the business profile
   * pro_1 was changed." Contains no personal data and no secret.
   */
  readonly message: string;
}

/**
 * Reports a change to all owners of a merchant: as a notification in the dashboard and by e-mail, regardless of the
 * notification rules. It is stored with the change.
 *
 * @example
 * ```ts
 * await notifyOwners(tx, {
 *   merchantId, kind: 'key_loosened', objectId: key.key_id,
 *   message: `The addresses of the API key ${key.key_id} were lifted.`,
 * });
 * ```
 */
export async function notifyOwners(tx: WritingContext, notice: OwnerNotice): Promise<void> {
  const { kind, merchantId, message, objectId, profileId = null } = notice;
  const by = await signature(tx, merchantId);
  await openNotification(
    tx,
    {
      merchant_id: merchantId,
      kind,
      object_id: objectId,
      profile_id: profileId,
      // A caller-chosen identifier may be a secret in the wrong place.
      message: maskedText(by === null ? message : `${message} ${by}`),
      resolved_at: tx.ports.now().toISOString(),
    },
    { isWatched: false, mailDue: true },
  );
}

/** The author of the change as a sentence; null for the service's own work. */
async function signature(tx: WritingContext, merchantId: string): Promise<string | null> {
  const { caller } = tx;
  if (caller.kind === 'admin_key' && !caller.holder) return null;
  const { author_id: id, author_name: name, author_type: type } = await authorOf(tx, merchantId);
  const noun = {
    person: 'the person',
    api_key: 'the API key',
    admin_key: 'the key of an administrator',
    organization_key: 'the key of the organization',
  }[type as string];
  // People choose the names of persons and keys, and the message is mailed.
  const known = plainName(name ?? '');
  const named = [known && `“${known}”`, id && `(${id})`].filter(Boolean).join(' ');
  if (noun) return `By ${noun} ${named || (organizationOf(caller) ?? '')}.`;
  return 'By a customer’s client.';
}
