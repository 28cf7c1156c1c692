import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './checkout.ts';
import { openGuardedPage } from './chromium.ts';

/** The form's state in the shop's page, for tests to inspect. */
interface ShopWindow {
  Switchyard: (key: string) => {
    elements(options: object): FormElements;
    confirmPayment(options: object): Promise<unknown>;
    retrievePayment(secret: string): Promise<unknown>;
    collectPaymentMethod(options: object): Promise<unknown>;
  };
  events: [string, unknown][];
}
interface FormElements {
  create(
    kind: string,
    options?: object,
  ): { mount(place: string): void; on(name: string, listener: (event: unknown) => void): void };
}

/** Tests with a shop whose page has the form in frames. */
export const test = base
  /** A shop's site with its own origin, with a page that loads the service's script. */
  .extend('site', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <div id="form"></div><div id="number"></div><div id="expiry"></div><div id="code"></div></main>
      <script src="${service.url}/js/switchyard.js" crossorigin></script></html>`;
    const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  })
  .extend('domains', ({ api, seller }) => async (allowed_domains: string[]) => {
    const path = `/account/${seller.merchantId}/business_profile/${seller.profileId}`;
    expect((await api.post(path, { payment_link_config: { allowed_domains } })).status).toBe(200);
  })
  .extend('shopPage', ({ site }, { onCleanup }) => {
    const opened: { close(): Promise<void> }[] = [];
    onCleanup(async () => {
      for (const page of opened) await page.close();
    });
    return async () => {
      const guarded = await openGuardedPage({ locale: 'en-IE' });
      opened.push(guarded);
      const said: string[] = [];
      guarded.page.on('console', (message) => said.push(message.text()));
      await guarded.page.goto(site);
      return { ...guarded, said };
    };
  });

/** Mounts elements on the shop's page, which records their events. */
export const mount = (
  page: Page,
  key: string,
  clientSecret: string,
  kinds: Readonly<Record<string, string>>,
) =>
  page.evaluate(
    ([publishableKey, secret, wanted]) => {
      const shop = globalThis as unknown as ShopWindow & { elements: FormElements; switchyard: unknown };
      shop.events = [];
      const switchyard = shop.Switchyard(publishableKey);
      shop.switchyard = switchyard;
      shop.elements = switchyard.elements({
        clientSecret: secret,
        appearance: { variables: { colorPrimary: '#0a7d55' }, rules: { '.Input': { borderRadius: '9px' } } },
      });
      for (const [kind, place] of Object.entries(wanted)) {
        const element = shop.elements.create(kind);
        for (const name of ['ready', 'change', 'focus', 'blur', 'loaderror']) {
          element.on(name, (event) => shop.events.push([`${kind} ${name}`, event]));
        }
        element.mount(place);
      }
    },
    [key, clientSecret, kinds] as const,
  );

/** Calls a function of the shop's `switchyard` with its elements. */
export const call = (
  page: Page,
  method: string,
  options: object = {},
): Promise<{ [name: string]: unknown }> =>
  page.evaluate(
    ([name, given]) => {
      const shop = globalThis as never as {
        elements: unknown;
        switchyard: Record<string, (o: object) => never>;
      };
      return shop.switchyard[name]!({ elements: shop.elements, ...given });
    },
    [method, options] as const,
  );
