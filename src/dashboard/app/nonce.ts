const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The page's nonce: style elements without it have no effect. */
export const styleNonce = () => nonce;

// The package that locks scrolling behind dialogs reads it here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
