import type { FormData } from '../server/checkout-data.ts';
import type { Answer } from './pay.ts';
import { filled } from './phrases.ts';

/** The customer's message for a refusal or a missing response. A refused request is not a declined payment. */
export function refusalText(answer: Answer, { seller, texts }: Pick<FormData, 'seller' | 'texts'>): string {
  if (answer.kind !== 'refused') return navigator.onLine ? texts.unavailable : texts.offline;
  if (answer.param?.endsWith('card_number')) return texts.cardNumberInvalid;
  const mayPassLater = answer.status >= 500 || answer.status === 429;
  return mayPassLater ? texts.unavailable : filled(texts.notStarted, { seller });
}
