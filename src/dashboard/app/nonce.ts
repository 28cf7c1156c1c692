const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The nonce that the service gave this page: style elements without it have no effect. */
export const styleNonce = () => nonce;

// The package that keeps the page from scrolling behind a dialog finds it here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
