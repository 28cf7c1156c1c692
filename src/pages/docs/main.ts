import 'swagger-ui-dist/swagger-ui.css';
import './page.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { mountBar } from '../bar/bar.ts';
import { keyHeader } from '../bar/kept-key.ts';
import { followColorScheme } from './color-scheme.ts';

const hidden = () => () => null;

/** There is one server, from which this page comes: nothing to choose. */
const oneServer = () => ({ wrapComponents: { ServersContainer: hidden } });

/**
 * The box above the page holds the key of every operation, in place of one box for each kind of key. Swagger UI resolves the
 * kinds of keys when it starts, which takes longer than all else together, so that is left out too.
 */
const oneBoxForKeys = () => ({
  wrapComponents: { AuthorizeBtnContainer: hidden, authorizeOperationBtn: hidden },
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree: (request: (path: string[]) => unknown) => (path: string[]) =>
          path.includes('securitySchemes') ? undefined : request(path),
      },
    },
  },
});

followColorScheme();
mountBar();

SwaggerUI({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [oneBoxForKeys, oneServer],
  requestInterceptor: (request) => {
    if (!request.loadSpec) Object.assign(request.headers, keyHeader());
    return request;
  },
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  defaultModelsExpandDepth: 0,
  // Otherwise Swagger UI sends the document to a public validator.
  validatorUrl: null,
});
