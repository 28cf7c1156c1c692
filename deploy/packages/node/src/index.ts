export { type BadParameter, SwitchyardConnectionError } from './errors.ts';
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
export {
  type ErrorCode,
  Switchyard,
  SwitchyardError,
  type SwitchyardOptions,
  type WebhookEvent,
} from './switchyard.ts';
