/**
 * What a request does, which decides who waits when the service is busy: `money` for commands that may call a
 * connector, such as a payment or a refund; `write` for other commands; `read`.
 */
export type RequestKind = 'money' | 'write' | 'read';
