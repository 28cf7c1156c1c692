import type { Request, Response } from 'express';
import { type Context, type RequestRecord, withinMerchant } from '../../core/foundation/context.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { isPageToken, type PublicPage } from '../../core/payments/customer/customer-session.ts';
import { recordOf, requestIdOf } from '../../http/requests/request-log.ts';

/** Makes the context of a request without a key. */
export type ContextMaker = (requestId: string, record: RequestRecord) => Context;

/** The payment of an open page. */
export interface OpenedPayment {
  readonly ctx: Context;
  readonly merchantId: string;
  readonly paymentId: string;
}

/** The payment of a page's URL, `/{page}/{merchant_id}/{payment_id}/{token}`; null unless the token is valid. */
export function openedPayment(
  page: PublicPage,
  contextFor: ContextMaker,
  req: Request,
  res: Response,
): OpenedPayment | null {
  const params = req.params as Record<string, string>;
  const { merchant_id: merchantId = '', payment_id: paymentId = '', token = '' } = params;
  if (!isIdentifier(merchantId) || !isIdentifier(paymentId)) return null;
  const ctx = withinMerchant(contextFor(requestIdOf(res), recordOf(res)), merchantId);
  return isPageToken(ctx, page, merchantId, paymentId, token) ? { ctx, merchantId, paymentId } : null;
}
