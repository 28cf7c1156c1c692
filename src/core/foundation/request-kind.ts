/**
 * The kind of a request, which sets its priority under load: `money` for commands that may call a connector, such as a
 * payment or a refund; `write` for other commands; `read`.
 */
export type RequestKind = 'money' | 'write' | 'read';
