import type { NextFunction, Request, Response } from 'express';
import { currentOrigin } from '../http/request-context.js';
import { routePatternOf } from '../logging/access-log.js';
import { tracing } from './tracing.js';

/** Requested every few seconds, and never part of a trace. */
const PROBES = /^\/(health\/|metrics$)/;

/**
 * A span for each request, below the one that its client names. It has the pattern of the route, and never an address
 * or a body.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  const on = tracing();
  if (on === undefined || PROBES.test(request.path)) return next();
  const { method } = request;
  const from = { ...headerOf(request, 'traceparent'), ...headerOf(request, 'tracestate') };
  const attributes = {
    'http.request.method': method,
    'headgate.request_id': currentOrigin()?.requestId ?? '',
  };
  on.within(
    method,
    'SERVER',
    attributes,
    (span) => {
      response.once('close', () => {
        const route = routePatternOf(request);
        span.rename(`${method} ${route}`);
        span.set({ 'http.route': route, 'http.response.status_code': response.statusCode });
        if (response.statusCode >= 500) span.fail();
        span.end();
      });
      next();
    },
    from,
  );
}

function headerOf(request: Request, name: string): Record<string, string> {
  const value = request.get(name);
  return value === undefined ? {} : { [name]: value };
}
