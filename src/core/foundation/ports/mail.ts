/** A message with one link to follow. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  /** Paragraphs before and after the link. */
  readonly before: string;
  readonly link: string;
  readonly after: string;
}

/** Sends e-mail. */
export interface Mail {
  /** Sends a message in the background: no request waits for the mail server, and a failure is logged. */
  post(message: Message): void;
  /** Set where messages only reach the service's own log, as in development. */
  readonly isLogged?: boolean;
}
