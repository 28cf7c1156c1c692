import 'swagger-ui-dist/swagger-ui.css';
import './page.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { mountBar } from '../bar/bar.ts';
import { keyHeader } from '../bar/kept-key.ts';
import { resolveSubtree } from './resolve-subtree.ts';

const hidden = () => () => null;

/** There is only one server, the page's own, so no choice is shown. */
const oneServer = () => ({ wrapComponents: { ServersContainer: hidden } });

/** The input above the page holds the key for all operations, instead of one input per kind of key. */
const oneBoxForKeys = () => ({
  wrapComponents: { AuthorizeBtnContainer: hidden, authorizeOperationBtn: hidden },
});

const quickResolver = () => ({ fn: { resolveSubtree } });

followColorScheme();
mountBar();

SwaggerUI({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [oneBoxForKeys, oneServer, quickResolver],
  requestInterceptor: (request) => {
    if (!request.loadSpec) Object.assign(request.headers, keyHeader());
    return request;
  },
  deepLinking: true,
  // With 150 expanded operations, Swagger UI would render only those on the screen, and links to others would fail.
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  defaultModelsExpandDepth: 0,
  // Otherwise Swagger UI sends the document to a public validator.
  validatorUrl: null,
});

/** Turns Swagger UI's dark mode on while the system prefers it. */
function followColorScheme(): void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
  follow();
  prefersDark.addEventListener('change', follow);
}
