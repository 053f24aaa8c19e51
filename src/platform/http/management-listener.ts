import { type RequestListener, type Server, createServer } from 'node:http';
import type { Metrics } from '../metrics/metrics.js';
import { limitServer } from './listen.js';

const HEALTH = ['/health/live', '/health/ready'];
/** Probes of a few machines; a flood here takes nothing from the service. */
const MOST_CONNECTIONS = 100;
const KEEP_ALIVE_SECONDS = 65;

/**
 * Health and metrics alone, for a network that only the operator's machines reach: it answers while the port for clients takes no more
 * connections. Metrics need no token here.
 * @param app answers for health as it does at the port for clients
 */
export function managementServer(app: RequestListener, metrics: Metrics): Server {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (HEALTH.includes(path)) {
      app(request, response);
      return;
    }
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  limitServer(server, MOST_CONNECTIONS, KEEP_ALIVE_SECONDS);
  return server;
}
