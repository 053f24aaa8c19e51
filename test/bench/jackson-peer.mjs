// The directory sync of saml-jackson (Ory Polis) behind the least HTTP. Runs in the folder that its packages were installed into.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import jackson from '@boxyhq/saml-jackson';

const { port, databaseUrl } = JSON.parse(process.env.BASELINE);
const externalUrl = `http://127.0.0.1:${port}`;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const { directorySyncController: sync } = await (jackson.default ?? jackson)({
  externalUrl,
  samlPath: '/saml',
  noAnalytics: true,
  db: { engine: 'sql', type: 'postgres', url: databaseUrl },
  logger: quiet,
});
const { data, error } = await sync.directories.create({ tenant: 'bench', product: 'bench', type: 'generic-scim-v2', name: 'bench' });
if (error) throw new Error(error.message);
const { path, secret } = { path: new URL(data.scim.endpoint).pathname, secret: data.scim.secret };

createServer(async (request, response) => {
  if (request.url === '/health/live') return void response.end(JSON.stringify({ path, secret }));
  const { pathname, searchParams } = new URL(request.url, externalUrl);
  const [, resourceId] = /\/Users\/(.+)$/.exec(pathname) ?? [];
  const body = await text(request);
  const answer = await sync.requests.handle({
    method: request.method,
    body: body === '' ? undefined : JSON.parse(body),
    directoryId: data.id,
    resourceType: 'users',
    resourceId,
    apiSecret: request.headers.authorization?.slice('Bearer '.length) ?? null,
    query: {
      count: searchParams.has('count') ? Number(searchParams.get('count')) : undefined,
      startIndex: searchParams.has('startIndex') ? Number(searchParams.get('startIndex')) : undefined,
      filter: searchParams.get('filter') ?? undefined,
    },
  });
  response.writeHead(answer.status, { 'Content-Type': 'application/scim+json' });
  response.end(JSON.stringify(answer.data));
}).listen(port, '127.0.0.1');
