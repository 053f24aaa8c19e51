import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger as PinoLogger } from 'pino';
import type { Config } from '../config/config.js';
import { observeRequests } from '../logging/access-log.js';
import { accessLogger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { traceRequests } from '../tracing/trace-requests.js';
import { securityHeaders } from './answer-headers.js';
import { originMiddleware, refuseForeignOrigin } from './origin.middleware.js';
import { inTurn } from './in-turn.js';
import { jsonBody } from './json-body.js';
import { SMALL_BODY_PATHS } from './implied-errors.js';
import { oneAtATime } from './one-at-a-time.js';
import { serveApiReference } from './api-reference.js';
import { serveFrontPage, serveIcon } from './front-page.js';
import { leadPagesToLocalhost } from './page-address.js';
import { serveOpenApi } from './openapi.js';
import { servePages } from './pages.js';
import { assertUnambiguousHead } from './request-head.js';
import { smallBody } from './small-body.js';
import type { TimedDeparture } from './timed-departure.js';
import { answerUnreadable } from './unreadable-requests.js';

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Location',
  'Link',
  'Deprecation',
  'Sunset',
  'Idempotency-Replayed',
  'X-Device-Token',
];
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Idempotency-Key',
  'X-Device-Token',
  'X-Request-Id',
  'traceparent',
  'tracestate',
];

const FOR_ONE_CALLER = /^\/(access|api|scim)(\/|$)/i;

/** Routes to which data policies are written: 200 rules, each with up to 1,000 values. */
const [DATA_POLICIES, PREVIEW] = ['/api/v1/sso/abac/data-policies', '/api/v1/data-sources/:data_source_id/members/:user_id/preview'];

/** 2,000 names of columns, each of up to 255 characters. */
const REVIEW = '/api/v1/data-sources/:data_source_id/tags/review';

/** 500 groups of three members each, as below `CONNECTIONS`; and 5,000 people. */
const SCIM_MAPPING = '/api/v1/organizations/:org_id/scim-mapping';
const WAVES = '/api/v1/sso/enforcement/migration-plan/:organization_id/waves';

/** Handles every request below a path before anything looks at its body. */
const CONNECTIONS = ['/api/v1/sso/connections', '/api/v1/organizations/:org_id/sso/connections'];

export interface Door {
  readonly path: string;
  readonly handlers: readonly RequestHandler[];
}

/** Everything between the socket and the guards, in the order in which a request meets it. */
export function configureHttp(
  app: NestExpressApplication,
  config: Config,
  logger: PinoLogger,
  metrics: Metrics,
  departure: TimedDeparture,
  doors: readonly Door[],
): void {
  const { trustProxy, corsOrigins, publicUrl } = config.http;
  app.set('trust proxy', trustProxy === false ? false : typeof trustProxy === 'number' ? trustProxy : [...trustProxy]);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');
  answerUnreadable(app.getHttpServer(), logger);
  app.use(
    inTurn(
      departure.watch,
      oneAtATime(),
      originMiddleware(config),
      keepFromCaches,
      traceRequests,
      observeRequests(accessLogger(logger), metrics),
      securityHeaders(publicUrl),
    ),
  );
  app.enableCors({
    origin: [...corsOrigins],
    credentials: true,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
  for (const { path, handlers } of doors) app.use(path, ...handlers);
  app.use(inTurn(requireUnambiguousHead, leadPagesToLocalhost(config), refuseForeignOrigin(config)));
  app.use(SMALL_BODY_PATHS, smallBody());
  // Whole documents; what they hold is limited where it is validated.
  app.use('/api/v1/prompt-templates/import', jsonBody({ bytes: 1024 * 1024, values: 5_000 }));
  for (const path of [DATA_POLICIES, PREVIEW]) app.use(path, jsonBody({ bytes: 512 * 1024, values: 250_000 }));
  app.use(REVIEW, jsonBody({ bytes: 512 * 1024, values: 2_100 }));
  // With the metadata of an identity provider.
  for (const path of CONNECTIONS) app.use(path, jsonBody({ bytes: 1024 * 1024 + 100 * 1024, values: 2_000 }));
  app.use(SCIM_MAPPING, jsonBody({ bytes: 100 * 1024, values: 2_000 }));
  app.use(WAVES, jsonBody({ bytes: 100 * 1024, values: 5_100 }));
  app.use('/access/v1/evaluations', jsonBody({ bytes: 2 * 1024 * 1024, values: 10_000 }));
  app.use(jsonBody());
  serveOpenApi(app, publicUrl);
  serveApiReference(app);
  serveIcon(app);
  // Without pages the service is an API, and says so to people.
  if (!config.http.pages || !servePages(app)) serveFrontPage(app);
}

/** Answers are made for one caller. Those that may be cached say so themselves. */
function keepFromCaches(request: Request, response: Response, next: NextFunction): void {
  if (FOR_ONE_CALLER.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
}

function requireUnambiguousHead(request: Request, _response: Response, next: NextFunction): void {
  assertUnambiguousHead(request);
  next();
}
