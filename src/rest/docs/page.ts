/** The API reference page. URLs are absolute, because its path may end with a slash or not. */
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
 * Starts Swagger UI. It does not persist entered keys, and `validatorUrl` is null because Swagger UI would otherwise
 * send the document to a public validator.
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
