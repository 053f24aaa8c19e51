import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { configureHttp } from './platform/http/configure-http.js';
import { TimedDeparture } from './platform/http/timed-departure.js';
import { NestLogger } from './platform/logging/logger.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { Foundations } from './platform/platform.module.js';
import { ScimRequestMiddleware } from './scim/adapters/http/scim-request.middleware.js';

/** The whole application on the given foundations, initialised but not yet listening. */
export async function createApp(foundations: Foundations): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(foundations), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(foundations.logger),
  });
  const { config, logger } = foundations;
  const doors = [app.get(ScimRequestMiddleware)];
  configureHttp(app, config, logger, app.get(Metrics), app.get(TimedDeparture), doors);
  await app.init();
  return app;
}
