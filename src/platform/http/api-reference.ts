import { readFile } from 'node:fs/promises';
import type { INestApplication } from '@nestjs/common';
import type { Express, Response } from 'express';
import { built } from '../threads/threads.js';
import { renderedOnce } from './rendered-once.js';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Headgate API</title>
  <link rel="icon" type="image/svg+xml" href="/favicon.svg">
</head>
<body>
  <noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
  <div id="reference"></div>
  <script src="/docs/reference.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Requests go to the address of the page, under whatever name it was reached: the Content-Security-Policy allows no
 * other. A token that is typed in stays in the memory of the page, so that it cannot be found in the browser later. No client is chosen:
 * the samples of the document come first, and curl where it has none.
 */
const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin }],
  authentication: { preferredSecurityScheme: 'bearer' },
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  metaData: { title: 'Headgate API' },
});
`;

/** A browsable page at `/docs`. Everything that it needs comes from this server. */
export function serveApiReference(app: INestApplication): void {
  const http = app.getHttpAdapter().getInstance() as Express;
  const page = renderedOnce('text/html; charset=utf-8', () => PAGE);
  http.get('/docs', async (request, response) => {
    allowStyles(response);
    await page(request, response);
  });
  http.get(
    '/docs/reference.js',
    renderedOnce(JAVASCRIPT, () => readFile(built('docs/reference.js'))),
  );
  http.get(
    '/docs/start.js',
    renderedOnce(JAVASCRIPT, () => START),
  );
}

/** The reference writes its styles into the page. At worst they could change how it looks. */
function allowStyles(response: Response): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader('Content-Security-Policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
}
