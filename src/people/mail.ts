import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Mail, Message } from '../core/foundation/ports/mail.ts';
import type { OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';

/** The settings of e-mail. */
export interface MailSettings {
  /** Such as `smtps://user:password@mail.example.com`. */
  readonly smtpUrl: string;
  /** The sender, such as `Switchyard <payments@example.com>`. */
  readonly from: string;
}

/** A mailer that can wait for its messages in progress. */
export interface DrainedMail extends Mail {
  /** Resolves once the messages in progress are sent. Never rejects. */
  drain(): Promise<void>;
}

/** Timeout of each step with the mail server. */
const SMTP_MS = 10_000;

/** How to send e-mail; null in production without a mail server. */
export function mailFor(
  settings: MailSettings | null,
  production: boolean,
  logger: Logger,
): DrainedMail | null {
  if (settings) return smtpMail(settings, logger);
  return production ? null : loggedMail(logger);
}

/** Sends while outgoing calls are made. Messages of a copy are dropped: their links lead to the original. */
export function mailWhileOn(mail: DrainedMail, outgoing: OutgoingCalls, logger: Logger): DrainedMail {
  // Mail that only goes to the log makes no outgoing call.
  if (mail.isLogged) return mail;
  return {
    post: (message) => {
      if (outgoing.off === null) mail.post(message);
      else logger.warn({ database: outgoing.off }, `an e-mail was not sent: ${message.subject}`);
    },
    drain: mail.drain,
  };
}

/** Sends through a mail server, in plain text and in HTML that loads nothing. */
export function smtpMail({ from, smtpUrl }: MailSettings, logger: Logger): DrainedMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_MS,
    greetingTimeout: SMTP_MS,
    socketTimeout: SMTP_MS,
    // Content comes from strings only.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const underway = new Set<Promise<void>>();
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return {
    post: (message) => {
      const { replyTo, senderName, subject, to } = message;
      const sending = transport
        .sendMail({
          from: senderName ? { name: senderName, address } : from,
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          subject,
          text: textOf(message),
          html: htmlOf(message),
        })
        .then(
          () => {},
          // The server's response may quote the message, which has a link.
          ({ code, responseCode }: { code?: unknown; responseCode?: unknown }) =>
            logger.error({ code, response_code: responseCode }, `could not send an e-mail: ${subject}`),
        )
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    drain: async () => {
      await Promise.all(underway);
      transport.close();
    },
  };
}

/** For development: writes the link to the log, where the developer finds it. */
function loggedMail(logger: Logger): DrainedMail {
  return {
    isLogged: true,
    post: ({ link, subject, to }) => logger.info({ to, link }, `${subject} (not sent: SMTP_URL is not set)`),
    drain: async () => {},
  };
}

const textOf = ({ after, before, link }: Message) => `${before}\n\n${link}\n\n${after}\n`;

const htmlOf = ({ after, before, language = 'en', link, subject }: Message) => `<!doctype html>
<html lang="${language}" dir="${['ar', 'he'].includes(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body><p>${escaped(before)}</p><p><a href="${escaped(link)}">${escaped(link)}</a></p><p>${escaped(after)}</p></body></html>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
