import { addressToSend } from '../domains/effective-domains.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { majorUnits, moneyFormat } from '../foundation/currencies.ts';
import { Problem } from '../foundation/errors.ts';
import { filledText, ownWords, plainName } from '../foundation/mail-text.ts';
import { requireMailServer } from '../foundation/outgoing-calls.ts';
import { isPermitted, rolesWith } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { enumeration, Input, type ValueOf } from '../model/index.ts';
import { findOneSettings } from '../reads/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';

export const LinkLanguage = enumeration('LinkLanguage', 'Language of the pages for customers.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  it: 'Italian.',
  nl: 'Dutch.',
  pt: 'Portuguese.',
  pl: 'Polish.',
  sv: 'Swedish.',
  ja: 'Japanese.',
  zh: 'Chinese.',
  hi: 'Hindi.',
  ar: 'Arabic.',
  he: 'Hebrew.',
});

@Input({ about: 'Parameters for sending a link by e-mail.' })
export class LinkMail {
  @f.Email(
    "Recipient; by default the `email` of the payment or payout, or else the customer's. Required if that address was last set without the permission `personal_data:read`.",
    { example: 'ada@example.com', redirects: 'personal' },
  )
  email?: string | null;
  @f.Enumeration(
    () => LinkLanguage,
    "Language of the message and of the page. By default the page uses the browser's language, and the message the language in the payment's `browser_info`, or else English.",
  )
  locale?: ValueOf<typeof LinkLanguage> | null;
}

/** The action that a link requests from its recipient, by the link's owner. */
const asked = { payment: 'pay', payout: 'receive', customer: 'save' } as const;

/** A link to send, with its owner and recipient. */
interface MailedLink {
  readonly merchantId: string;
  /** The link's owner, with its identifier. A customer's link saves payment methods. */
  readonly objectType: keyof typeof asked;
  readonly objectId: string;
  readonly link: string;
  /** The money to be paid, if any. */
  readonly money?: { readonly amount: number; readonly currency: string };
  /** The merchant's name on the page; the account's by default. */
  readonly seller?: string | null | undefined;
  /** The customer's own address, and the language of their browser. */
  readonly email?: string | null | undefined;
  /** Whether a caller who may not read that address last set it. */
  readonly isSetUnread?: boolean | null | undefined;
  readonly language?: string | null | undefined;
}

/**
 * Sends a link to a customer, in the merchant's name.
 *
 * @throws {Problem} `unexpected_state` where the service sends no e-mail; `outgoing_calls_off`; `missing_parameter`
 *   without an address. If a caller who may not read the address set it: `not_permitted`, or `missing_parameter` for a
 *   caller who may send another; `rate_limited` after too many for the merchant, or to the recipient.
 */
export async function mailLink(tx: WritingContext, mailed: MailedLink, input: LinkMail): Promise<void> {
  const { merchantId, objectId, objectType } = mailed;
  const { attemptLimits, linkMailTexts, mail } = tx.ports;
  if (!mail) {
    const message = 'The service sends no e-mail: its operator sets SMTP_URL. Pass the link on yourself.';
    throw new Problem('unexpected_state', message);
  }
  requireMailServer(tx.ports);
  if (mailed.isSetUnread && mailed.email && !input.email) throw setUnread(tx);
  const to = input.email ?? mailed.email;
  if (!to) {
    const owner = objectType === 'customer' ? 'customer has' : `${objectType} and its customer have`;
    const message = `email is required: the ${owner} none.`;
    throw new Problem('missing_parameter', message, { param: 'email' });
  }
  await attemptLimits.linkMailsToOne.take(tx, merchantId, to.toLowerCase());
  await attemptLimits.linkMails.take(tx, merchantId);
  const merchant = await findOneSettings(tx, MerchantAccount, { merchant_id: merchantId });
  const link = await addressToSend(tx, merchantId, mailed.link);
  const names = [mailed.seller, merchant?.merchant_name].map((name) => plainName(name ?? ''));
  const seller = names.find(Boolean) ?? ownWords(merchantId);
  const texts = linkMailTexts(input.locale ?? mailed.language);
  const { before, subject } = texts[asked[objectType]];
  const { money } = mailed;
  const amount = money
    ? moneyFormat(money.currency, texts.language).format(majorUnits(money.amount, money.currency))
    : '';
  const filled = (text: string) => filledText(text, { seller, amount: ownWords(amount) });
  tx.transaction.outbox.mails.push({
    to,
    senderName: filled('{seller}'),
    replyTo: merchant?.merchant_details?.primary_email ?? null,
    language: texts.language,
    subject: filled(subject),
    before: filled(before),
    link: input.locale ? `${link}?locale=${input.locale}` : link,
    after: filled(texts.after),
  });
  // The address is personal data, which an erasure could not remove from the audit log.
  recordAudit(tx, {
    merchantId,
    objectType,
    objectId,
    changes: [{ field: 'link_mailed_to', before: null, after: null, concealed: true }],
  });
}

/** The problem for an address whose setter may have chosen it to read the link's page. */
function setUnread(ctx: Context): Problem {
  const why = 'the address was last set by a caller without the permission personal_data:read';
  if (isPermitted(ctx, 'personal_data:read')) {
    const message = `email is required: ${why}. Send the address for the link.`;
    return new Problem('missing_parameter', message, { param: 'email' });
  }
  const roles = rolesWith(['personal_data:read']).join(', ');
  const message = `The link was not sent: ${why}. A caller with that permission, such as the roles ${roles}, can set the address or send the link.`;
  return new Problem('not_permitted', message, { param: 'email' });
}
