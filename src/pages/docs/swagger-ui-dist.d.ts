/** The used part of Swagger UI, which has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerRequest {
    headers: Record<string, string>;
    /** Whether the request is for the OpenAPI document itself. */
    loadSpec?: boolean;
  }

  export default function SwaggerUI(options: {
    [option: string]: unknown;
    requestInterceptor: (request: SwaggerRequest) => SwaggerRequest;
  }): void;
}
