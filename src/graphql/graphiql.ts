import type { Router } from 'express';
import { bundledPage } from '../http/pages/bundled-page.ts';
import type { GraphiqlSettings } from './graphiql-settings.ts';

/**
 * Scripts, styles and requests are restricted to this origin, with one exception: dialogs lock the scrolling of the page
 * by a `<style>` element, hence inline styles. No script is inline or evaluated from a string.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves GraphiQL at `/graphiql`. */
export function graphiqlPage(settings: GraphiqlSettings): Router {
  // Escaping `<` keeps any text in the settings from closing the element that holds them.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return bundledPage('graphiql', {
    contentSecurityPolicy,
    render: (template) => template.replace('"{{settings}}"', () => json),
  });
}
