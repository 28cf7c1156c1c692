import type { Response } from 'express';
import type { PaymentMethodOffer } from '../../core/offers/payment-method-offer.ts';
import { localHosts } from '../../core/payment-links/allowed-domains.ts';
import { readTemplate } from '../../http/pages/bundled-page.ts';
import { REPORTING, reportingEndpoints } from '../../http/pages/csp-reports.ts';
import { type Language, locales } from './languages.ts';

/** The values of a bundled page's HTML, by placeholder. */
export interface PageValues {
  readonly [placeholder: string]: string;
}

/** A page for a customer or a payout's recipient, who has no key. */
export interface HostedPage {
  readonly status: 200 | 404;
  readonly language: Language;
  readonly contentSecurityPolicy: string;
  readonly values: PageValues;
}

/**
 * Sends a page of the bundle at `templateFile`. It is not cached, since it acts on or shows a payment, and linked sites do
 * not learn its URL.
 */
export async function sendHostedPage(
  res: Response,
  templateFile: string,
  { contentSecurityPolicy, language, status, values }: HostedPage,
): Promise<void> {
  const template = await readTemplate(templateFile);
  if (template === undefined) {
    const text = 'This page is not built yet: run `npm run build:pages` and reload.\n';
    res.status(503).type('text').send(text);
    return;
  }
  res.set('content-security-policy', contentSecurityPolicy).set('reporting-endpoints', reportingEndpoints);
  res.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer');
  res
    .status(status)
    .type('html')
    .send(filled(template, language, values));
}

/** The not-found page. It discloses no seller or payment, and needs no script. */
export function unknownPage(language: Language): PageValues {
  const { unknownHeading, unknownText } = locales[language].pages;
  return {
    title: unknownHeading,
    appearance: '',
    style: '',
    data: dataElement(null),
    content: `<main class="notice"><h1>${unknownHeading}</h1><p>${unknownText}</p></main>`,
  };
}

/**
 * The content of a page until its script runs: a message without scripts, and, after some seconds, a message for browsers
 * that cannot run this script.
 *
 * @param title In HTML.
 */
export function noticesBefore(title: string, language: Language): string {
  const { needsScript, stillLoading } = locales[language].pages;
  const notice = (text: string, classes: string) =>
    `<main class="${classes}"><h1>${title}</h1><p>${text}</p></main>`;
  return `<noscript>${notice(needsScript, 'notice')}</noscript>${notice(stillLoading, 'notice late')}`;
}

/** Replaces the placeholders of the bundled HTML in one pass: values that look like placeholders stay unchanged. */
const filled = (template: string, language: Language, values: PageValues): string =>
  template
    .replace(
      'lang="en" dir="ltr"',
      `lang="${language}" dir="${locales[language].direction}" class="${values.appearance}"`,
    )
    .replace(
      /<!--\{\{(\w+)\}\}-->|\{\{(\w+)\}\}/g,
      (placeholder, commented?: string, plain?: string) => values[commented ?? plain!] ?? placeholder,
    );

/** The element with the data for a page's script; no text in it can end the element. */
export const dataElement = (data: object | null): string =>
  `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** An allowed domain, as a source of a page's policy. */
export function frameSource(domain: string): string {
  const [host = ''] = domain.split(':');
  if (!localHosts.includes(host)) return `https://${domain}`;
  return `http://${domain.includes(':') ? domain : `${domain}:*`}`;
}

/** Additions to a page's policy beyond the service's own scripts, styles and requests. */
interface PolicyParts {
  /** The nonce of the style element with the merchant's settings; null without one. */
  readonly nonce: string | null;
  /** Whether images may come from any host, such as a merchant's logo. */
  readonly showsPictures: boolean;
  /** Whether it frames, or posts a form to, the customer's bank, which may be on any host. */
  readonly leadsToBanks: boolean;
  /** Whether it may have a Google Pay button, with Google's script. */
  readonly hasGooglePay: boolean;
  /** The allowed framing sites, as sources; empty for none. */
  readonly ancestors: readonly string[];
}

/**
 * Google's sources by directive: the script, its frame, the data of Payment Request, and the button's image. Its styles
 * carry the page's nonce.
 */
const google = {
  script: ' https://pay.google.com',
  frame: ' https://pay.google.com',
  connect: ' https://pay.google.com https://google.com/pay',
  picture: ' https://www.gstatic.com',
} as const;
const noGoogle = { script: '', frame: '', connect: '', picture: '' } as const;

/** The content security policy of a hosted page. */
export function hostedPolicy({
  ancestors,
  hasGooglePay,
  leadsToBanks,
  nonce,
  showsPictures,
}: PolicyParts): string {
  const from = hasGooglePay ? google : noGoogle;
  return [
    "default-src 'none'",
    `script-src 'self'${from.script}`,
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    `img-src ${showsPictures ? 'https: http: ' : ''}data:${showsPictures ? '' : from.picture}`,
    `connect-src 'self'${from.connect}`,
    ...(leadsToBanks ? ['frame-src https: http:', 'form-action https: http:'] : ["form-action 'none'"]),
    ...(!leadsToBanks && hasGooglePay ? [`frame-src${from.frame}`] : []),
    "base-uri 'none'",
    // Google's script creates elements without a trusted types policy.
    ...(hasGooglePay ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
    ...REPORTING,
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ');
}

/** Whether a page with an offer may have a Google Pay button. */
export const hasGooglePay = (offer: Pick<PaymentMethodOffer, 'payment_methods'> | null): boolean =>
  (offer?.payment_methods ?? []).some(({ payment_method_types: types }) =>
    types.some(({ has_button: has, payment_method_type: type }) => has && type === 'google_pay'),
  );
