import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, type ValueOf } from '../model/index.ts';
import { ErrorCategory } from './error-mapping.ts';

/** The value of `error_category`. */
export type Category = ValueOf<typeof ErrorCategory> | null;

type Options = Parameters<typeof f.Text>[1];

/** The decorator of `unified_code`. */
export const MappedCode = (options?: Options): PropertyDecorator =>
  f.Text('Connector-independent error code from the error mapping; `UE_9000` without a match.', {
    holds: 'code',
    ...options,
  });

/** The decorator of `unified_message`. */
export const MappedMessage = (options?: Options): PropertyDecorator =>
  f.Text('Message for the customer in English, from the error mapping or else from `unified_code`.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
    ...options,
  });

/** The decorator of `error_category`. */
export const MappedCategory = (): PropertyDecorator =>
  f.Enumeration(() => ErrorCategory, 'Category of the error, from the error mapping; null without a match.', {
    visibility: 'beyond',
  });
