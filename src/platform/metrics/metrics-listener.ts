import { type Server, createServer } from 'node:http';
import { limitServer, openPort } from '../http/listen.js';
import type { Metrics } from './metrics.js';

/** The metrics alone on their own port, for a network that only the monitoring reaches; without a token. */
export async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  limitServer(server);
  return openPort(server, 'METRICS_PORT', port, host);
}
