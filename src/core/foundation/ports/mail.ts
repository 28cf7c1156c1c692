import type { MailText } from '../mail-text.ts';

/** A message with one link to follow. */
export interface Message {
  readonly to: string;
  readonly subject: MailText;
  /** Paragraphs before and after the link. */
  readonly before: MailText;
  readonly link: string;
  readonly after: MailText;
  /** Sender's name shown with the service's address; the service's name by default. */
  readonly senderName?: MailText;
  /** Reply address; the sender's address by default. */
  readonly replyTo?: string | null;
  /** Language, as an ISO 639-1 code; English by default. */
  readonly language?: string;
}

interface LinkMailText {
  readonly subject: string;
  /** The paragraph above the link. */
  readonly before: string;
}

/** The texts of messages with a link, in one language: `{seller}` stands for the sender, `{amount}` for the money, if any. */
export interface LinkMailTexts {
  /** ISO 639-1 code. */
  readonly language: string;
  /** To the customer of a payment. */
  readonly pay: LinkMailText;
  /** To the recipient of a payout. */
  readonly receive: LinkMailText;
  /** To a customer who saves a payment method. */
  readonly save: LinkMailText;
  /** The paragraph below the link. */
  readonly after: string;
}

/** Sends e-mail. */
export interface Mail {
  /** Sends a message in the background: no request waits for the mail server, and a failure is logged. */
  post(message: Message): void;
  /** Set if messages only reach the service's log, as in development. */
  readonly isLogged?: boolean;
}
