import type { Request, RequestHandler } from 'express';
import type { Logger as PinoLogger } from 'pino';
import { currentOrigin } from '../http/request-context.js';
import { tracing } from '../tracing/tracing.js';

export interface RequestSummary {
  readonly method: string;
  /**
   * The route's pattern, `unmatched` when no route took the request: a path may hold anything, such as the token of an
   * invitation.
   */
  readonly route: string;
  /** 499 (as in nginx) if the client left before its answer had gone out, because the answer reached nobody. */
  readonly status: number;
  readonly durationMs: number;
}

/** Listeners that count and measure requests. */
export interface RequestWatch {
  readonly arrived: () => void;
  /** Called once for each request that arrived, even when its client has left. */
  readonly ended: (summary: RequestSummary) => void;
}

const CLIENT_LEFT = 499;

/**
 * Reports each request once, when its answer has gone out or its client has left. One hook serves log and metrics;
 * pino-http's logger for each request cost more than everything else between socket and guard.
 */
export function observeRequests(logger: PinoLogger, watch: RequestWatch): RequestHandler {
  // What is written here is fixed and holds no secret, so the lines need not pass the redaction.
  return (request, response, next) => {
    watch.arrived();
    const startedAt = performance.now();
    const origin = currentOrigin();
    const traceId = tracing()?.traceId();
    response.once('close', () => {
      const { method, ip } = request;
      const hasLeft = !response.writableFinished;
      // A fault counts, even if the client has left.
      const status = hasLeft && response.statusCode < 500 ? CLIENT_LEFT : response.statusCode;
      const summary = { method, route: routePatternOf(request), status, durationMs: performance.now() - startedAt };
      watch.ended(summary);
      const line = {
        request_id: origin?.requestId,
        ...(traceId !== undefined && { trace_id: traceId }),
        method,
        route: summary.route,
        status,
        duration_ms: Math.round(summary.durationMs * 10) / 10,
        ip,
        ...(hasLeft && { aborted: true }),
      };
      if (status === 500) logger.error(line, 'request');
      else if (status > 500) logger.warn(line, 'request');
      else if (isProbe(summary.route)) logger.debug(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };
}

function isProbe(route: string): boolean {
  return route.startsWith('/health/') || route === '/metrics';
}

/** `unmatched` when no route took the request. */
export function routePatternOf(request: Request): string {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
