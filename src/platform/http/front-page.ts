import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import { renderedOnce } from './rendered-once.js';

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Headgate</title>
  <link rel="icon" type="image/svg+xml" href="/favicon.svg">
  <link rel="stylesheet" href="/front-page.css">
</head>
<body>
  <main>
    <h1>Headgate</h1>
    <p>Accounts, access and data context for enterprise AI analytics: it decides who comes in, what they may do, and which data a question may reach.</p>
    <p>This is its API. Programs talk to it; there is nothing to sign in to on this page.</p>
    <ul>
      <li><a href="/docs">API reference</a>: every route, with examples that you can send</li>
      <li><a href="/openapi.json">OpenAPI document</a>: for generators of clients</li>
      <li><a href="/health/ready">Readiness</a>: whether this instance serves now</li>
    </ul>
  </main>
</body>
</html>
`;

const STYLE = `:root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --link: #0550ae; --page: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --link: #79c0ff; --page: #0d1117; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.25rem; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
a { color: var(--link); }
li { margin: 0.5rem 0; color: var(--soft); }
`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0969da"/><path d="M8 25V11a8 8 0 0 1 16 0v14M8 17h16M16 4v21" fill="none" stroke="#fff" stroke-width="3"/></svg>
`;

/** The page for people who open the address of the service. Programs still get 404 there. */
export function serveFrontPage(app: INestApplication): void {
  const http = app.getHttpAdapter().getInstance() as Express;
  const page = renderedOnce('text/html; charset=utf-8', () => PAGE);
  http.get('/', async (request, response, next) => {
    response.vary('Accept');
    if (request.accepts('json', 'html') !== 'html') next();
    else await page(request, response);
  });
  http.get(
    '/front-page.css',
    renderedOnce('text/css; charset=utf-8', () => STYLE),
  );
}

/** The icon of the product in the tab of a browser. */
export function serveIcon(app: INestApplication): void {
  const http = app.getHttpAdapter().getInstance() as Express;
  http.get(
    '/favicon.svg',
    renderedOnce('image/svg+xml', () => ICON),
  );
}
