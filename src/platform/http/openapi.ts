import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentKeys } from './idempotency/documented-keys.js';
import { renderedOnce } from './rendered-once.js';

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SCRIPT = 'text/javascript; charset=utf-8';
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Headgate API</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="icon" type="image/png" sizes="32x32" href="/docs/favicon-32x32.png">
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/swagger-ui-init.js"></script>
</body>
</html>
`;
/** Reads the document from its own address, so that the page holds no second copy of it. */
const START = `window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
`;

/** `/openapi.json` and a browsable page at `/docs`, whose scripts and styles come from this server. There is nothing else of them. */
export function serveOpenApi(app: INestApplication, publicUrl: string): void {
  const description = new DocumentBuilder()
    .setTitle('Headgate')
    .setDescription(
      'Accounts, access and data context for enterprise AI analytics. Under `/api/v1` a success is `{success, data, message}`; ' +
        'every error is `{success: false, code, message, details?, request_id}` with a stable `code`. Answers to somebody known have ' +
        '`RateLimit` and `RateLimit-Policy`; above a quota they are 429 `QUOTA_EXCEEDED` with `Retry-After`.',
    )
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A provisioning token of an organization' }, 'scim')
    .build();
  const document = (): string => JSON.stringify(documentKeys(SwaggerModule.createDocument(app, description)));
  const asset = (name: string) => (): Promise<Buffer> => readFile(join(ASSETS, name));
  const http = app.getHttpAdapter();
  http.get('/openapi.json', renderedOnce('application/json; charset=utf-8', document));
  http.get(
    '/docs',
    renderedOnce('text/html; charset=utf-8', () => PAGE),
  );
  http.get(
    '/docs/swagger-ui-init.js',
    renderedOnce(SCRIPT, () => START),
  );
  http.get('/docs/swagger-ui-bundle.js', renderedOnce(SCRIPT, asset('swagger-ui-bundle.js')));
  const licenses = 'swagger-ui-bundle.js.LICENSE.txt';
  http.get(`/docs/${licenses}`, renderedOnce('text/plain; charset=utf-8', asset(licenses)));
  http.get('/docs/swagger-ui.css', renderedOnce('text/css; charset=utf-8', asset('swagger-ui.css')));
  http.get('/docs/favicon-32x32.png', renderedOnce('image/png', asset('favicon-32x32.png')));
}
