import type { Request, RequestHandler, Response } from 'express';
import type { Logger as PinoLogger } from 'pino';
import { pinoHttp } from 'pino-http';
import { currentOrigin } from '../http/request-context.js';

/**
 * One line a request. The route's pattern stands in for its path (an invitation's path holds the token), and neither
 * headers, query nor body are written.
 */
export function accessLog(logger: PinoLogger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    quietReqLogger: true,
    genReqId: () => currentOrigin()?.requestId ?? '',
    customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
    serializers: { req: () => undefined, res: () => undefined },
    wrapSerializers: false,
    customSuccessObject: (request, response, value: object) => ({ ...value, ...lineOf(request, response) }),
    customErrorObject: (request, response, _error, value: object) => ({
      ...value,
      err: undefined,
      ...lineOf(request, response),
    }),
    customLogLevel: (request, response) => {
      if (response.statusCode >= 500) return 'error';
      return request.path.startsWith('/health/') || request.path === '/metrics' ? 'debug' : 'info';
    },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
}

function lineOf(request: Request, response: Response): object {
  return { method: request.method, route: routePatternOf(request), status: response.statusCode, ip: request.ip };
}

/** `/api/v1/sessions/:session_id`; `unmatched` where no route took the request, for its path may hold anything. */
export function routePatternOf(request: Request): string {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
