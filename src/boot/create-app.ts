import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { OAuthDoor } from '../agents/adapters/server/oauth-door.js';
import { McpDoor } from '../mcp/adapters/server/mcp-door.js';
import { KNOWN_MIGRATIONS } from './database.js';
import { configureHttp } from '../platform/http/configure-http.js';
import { HttpAdapter } from '../platform/http/http-adapter.js';
import { compareBeginnings } from '../platform/http/route-beginnings.js';
import { TimedDeparture } from '../platform/http/timed-departure.js';
import { NestLogger } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { Foundations } from '../platform/platform.module.js';
import { ScimRequestMiddleware } from '../scim/adapters/http/scim-request.middleware.js';

/** The whole application on the given foundations, initialised but not yet listening. */
export async function createApp(given: Foundations): Promise<NestExpressApplication> {
  const { foundations, modules } = given.config.demoStandIns ? await withStandIns(given) : { foundations: given };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(foundations, KNOWN_MIGRATIONS, modules), new HttpAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(foundations.logger),
  });
  const { config, logger } = foundations;
  const doors = [app.get(ScimRequestMiddleware), app.get(McpDoor), app.get(OAuthDoor)];
  configureHttp(app, config, logger, app.get(Metrics), app.get(TimedDeparture), doors);
  await app.init();
  compareBeginnings(app.getHttpAdapter().getInstance());
  return app;
}

/** Read only for a demo. */
async function withStandIns(given: Foundations): Promise<{ foundations: Foundations; modules: DynamicModule[] }> {
  const [{ DemoModule }, { StandIns }, { MODEL }] = await Promise.all([
    import('../demo/demo.module.js'),
    import('../demo/stand-ins/stand-ins.js'),
    import('../demo/stand-ins/addresses.js'),
  ]);
  const standIns = await StandIns.listen(given.config);
  const model = { baseUrl: standIns.modelUrl, apiKey: undefined, name: MODEL, timeoutSeconds: 60 };
  const config = { ...given.config, languageModel: given.config.languageModel ?? model };
  return { foundations: { ...given, config, localRecords: standIns.records }, modules: [DemoModule.on(standIns)] };
}
