export { type BadParameter, SwitchyardConnectionError, SwitchyardError } from './errors.ts';
export type * from './generated/types.gen.ts';
export type { ListEntry, ListName } from './lists.ts';
export type { RetryOptions } from './retries.ts';
export {
  readLegacyWebhook,
  readReturn,
  SignatureError,
  type VerifyOptions,
  type WebhookHeaders,
} from './signatures.ts';
export { Switchyard, type SwitchyardOptions, type WebhookEvent } from './switchyard.ts';
