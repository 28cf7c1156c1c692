import type { Page } from 'playwright-core';

/** The address of Google's script. */
export const GOOGLE_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

/**
 * Google's documented script, as far as pages use it. It refuses requests that lack required members, and answers a
 * press of the button with the window's `googleAnswer`: a token, or an error's `statusCode`.
 */
const googleScript = `(() => {
  const refuse = (what) => { throw Object.assign(new Error(what), { statusCode: 'DEVELOPER_ERROR', statusMessage: what }); };
  const check = (request) => {
    if (request.apiVersion !== 2 || request.apiVersionMinor !== 0) refuse('apiVersion');
    if (!Array.isArray(request.allowedPaymentMethods)) refuse('allowedPaymentMethods');
    for (const { parameters, type } of request.allowedPaymentMethods) {
      if (type !== 'CARD' || !parameters.allowedAuthMethods?.length || !parameters.allowedCardNetworks?.length) refuse('CARD');
    }
  };
  class PaymentsClient {
    constructor(options) {
      if (!['TEST', 'PRODUCTION'].includes(options.environment)) refuse('environment');
      this.options = options;
    }
    async isReadyToPay(request) { check(request); return { result: window.googleIsReady !== false }; }
    createButton({ buttonLocale, onClick }) {
      if (typeof onClick !== 'function') refuse('onClick');
      const style = document.createElement('style');
      if (this.options.nonce) style.nonce = this.options.nonce;
      style.textContent = '.gpay-button{background:#000;color:#fff;width:100%;height:48px}';
      document.head.append(style);
      const [place, button] = ['div', 'button'].map((name) => document.createElement(name));
      Object.assign(button, { type: 'button', className: 'gpay-button', lang: buttonLocale, textContent: 'Google Pay' });
      button.addEventListener('click', onClick);
      place.append(button);
      return place;
    }
    async loadPaymentData(request) {
      check(request);
      const { tokenizationSpecification: gateway } = request.allowedPaymentMethods[0];
      if (gateway.type !== 'PAYMENT_GATEWAY' || !gateway.parameters.gateway) refuse('tokenizationSpecification');
      const { currencyCode, totalPrice, totalPriceStatus } = request.transactionInfo;
      if (totalPriceStatus !== 'FINAL' || !/^\\d+(\\.\\d{1,2})?$/.test(totalPrice) || !currencyCode) refuse('transactionInfo');
      window.googleRequest = request;
      const answer = window.googleAnswer ?? {};
      if (answer.statusCode) throw answer;
      const asksAddress = request.allowedPaymentMethods[0].parameters.billingAddressRequired;
      return {
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: 'CARD',
          description: 'Visa •••• 4242',
          info: {
            cardNetwork: 'VISA',
            cardDetails: '4242',
            ...(asksAddress ? { billingAddress: { name: 'Ann Example', address1: 'Main St 1', locality: 'Dublin', postalCode: 'D01', countryCode: 'IE' } } : {}),
          },
          tokenizationData: { type: 'PAYMENT_GATEWAY', token: answer.token ?? 'examplePaymentMethodToken' },
        },
      };
    }
  }
  window.google = { payments: { api: { PaymentsClient } } };
})();`;

/** Serves the stand-in for Google's script to a page, or nothing. */
export const serveGoogle = (page: Page, isThere = true): Promise<unknown> =>
  page.route('https://pay.google.com/**', (route) =>
    isThere ? route.fulfill({ contentType: 'text/javascript', body: googleScript }) : route.abort(),
  );

/**
 * Apple's documented `ApplePaySession`, in each page and frame from now on. The customer approves unless the window's
 * \`appleAnswer\` is `cancel`; `appleCalls` records the page's calls.
 */
const applePay = `(() => {
  window.appleCalls = [];
  window.ApplePaySession = class ApplePaySession {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static supportsVersion(version) { return version <= 14; }
    static canMakePayments() { return true; }
    constructor(version, request) {
      for (const name of ['countryCode', 'currencyCode', 'supportedNetworks', 'merchantCapabilities', 'total']) {
        if (!request[name]) throw new TypeError(name);
      }
      if (!navigator.userActivation.isActive) throw new DOMException('no gesture', 'InvalidAccessError');
      appleCalls.push(['request', version, request]);
    }
    begin() { queueMicrotask(() => this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' })); }
    abort() { appleCalls.push(['abort']); }
    completeMerchantValidation(session) {
      appleCalls.push(['validated', session]);
      if (window.appleAnswer === 'cancel') { this.oncancel({}); return; }
      this.onpaymentauthorized({ payment: { token: {
        paymentData: window.appleAnswer ?? { version: 'EC_v1', data: 'c2VhbGVk', signature: 'c2lnbmVk', header: {} },
        paymentMethod: { displayName: 'Visa 4242', network: 'Visa', type: 'debit' },
        transactionIdentifier: 'f00d',
      } } });
    }
    completePayment(result) { appleCalls.push(['completed', result.status]); }
  };
})();`;

/** Gives the pages of a browser profile a stand-in for Safari's Apple Pay. */
export const giveApplePay = (page: Page): Promise<unknown> => page.context().addInitScript(applePay);
