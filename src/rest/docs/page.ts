/** The page of the reference. Addresses are absolute: the page may be asked for with and without a slash. */
export function pageHtml(version: string): string {
  const assets = `/docs/assets/${version}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard API reference</title>
    <link rel="icon" type="image/png" href="${assets}/favicon-32x32.png">
    <link rel="stylesheet" href="${assets}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${assets}/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * Starts the page. Keys that are entered on it are forgotten when it is left, and `validatorUrl` is unset
 * because the document would otherwise be sent to a validator on the internet.
 */
export const startScript = `SwaggerUIBundle(${JSON.stringify(
  {
    url: '/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    requestSnippetsEnabled: true,
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  },
  null,
  2,
)});
`;
