import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { DiscoveriesController } from './adapters/http/discoveries.controller.js';
import { ThreadedIntrospection } from './adapters/introspection/threaded-introspection.js';
import { DataSourceJobs } from './adapters/jobs/data-source-jobs.js';
import { AdvisoryDiscoveryTurns } from './adapters/persistence/advisory-discovery-turns.js';
import { SqlDataSources } from './adapters/persistence/sql-data-sources.js';
import { SqlDiscoveries } from './adapters/persistence/sql-discoveries.js';
import { SqlSchemaCache } from './adapters/persistence/sql-schema-cache.js';
import { SecondHeartbeat } from './adapters/time/second-heartbeat.js';
import { AnnounceDiscovery } from './application/announce-discovery.js';
import { CancelDiscovery } from './application/cancel-discovery.js';
import { DiscoverSchema } from './application/discover-schema.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { DataSources } from './application/ports/data-sources.js';
import { Discoveries } from './application/ports/discoveries.js';
import { DiscoveryTerms } from './application/ports/discovery-terms.js';
import { DiscoveryTurns } from './application/ports/discovery-turns.js';
import { Heartbeat } from './application/ports/heartbeat.js';
import { Introspection } from './application/ports/introspection.js';
import { SchemaCache } from './application/ports/schema-cache.js';
import { PurgeDiscoveries } from './application/purge-discoveries.js';
import { ReadCatalog } from './application/read-catalog.js';
import { ReadDiscovery } from './application/read-discovery.js';
import { RunDiscovery } from './application/run-discovery.js';
import { RunningDiscoveries } from './application/running-discoveries.js';

@Global()
@Module({
  controllers: [DiscoveriesController],
  providers: [
    AnnounceDiscovery,
    CancelDiscovery,
    DataSourceJobs,
    DiscoverSchema,
    EnterDataSource,
    PurgeDiscoveries,
    ReadCatalog,
    ReadDiscovery,
    RunDiscovery,
    RunningDiscoveries,
    { provide: DataSources, useClass: SqlDataSources },
    { provide: Discoveries, useClass: SqlDiscoveries },
    { provide: DiscoveryTurns, useClass: AdvisoryDiscoveryTurns },
    { provide: Heartbeat, useClass: SecondHeartbeat },
    { provide: Introspection, useClass: ThreadedIntrospection },
    { provide: SchemaCache, useClass: SqlSchemaCache },
    {
      provide: DiscoveryTerms,
      useFactory: ({ dataSources }: Config): DiscoveryTerms => ({ timeoutMs: dataSources.discoverySeconds * 1000 }),
      inject: [Config],
    },
  ],
})
export class DataSourcesModule {}
