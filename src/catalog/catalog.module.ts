import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { ThreadedDrawing } from './adapters/drawing/threaded-drawing.js';
import { DiscoveriesController } from './adapters/http/discoveries.controller.js';
import { SchemaViewsController } from './adapters/http/schema-views.controller.js';
import { SchemaController } from './adapters/http/schema.controller.js';
import { AdvisoryDiscoveryTurns } from './adapters/persistence/advisory-discovery-turns.js';
import { SqlDescribedRelations } from './adapters/persistence/sql-described-relations.js';
import { SqlDiscoveryWaits } from './adapters/persistence/sql-discovery-waits.js';
import { SqlMovedRelations } from './adapters/persistence/sql-moved-relations.js';
import { SqlRelationNames } from './adapters/persistence/sql-relation-names.js';
import { SqlSchemaSearch } from './adapters/persistence/sql-schema-search.js';
import { TypeOrmCachedSchemas } from './adapters/persistence/typeorm-cached-schemas.js';
import { TypeOrmDiscoveries } from './adapters/persistence/typeorm-discoveries.js';
import { TypeOrmSchemaCache } from './adapters/persistence/typeorm-schema-cache.js';
import { AnnounceDiscovery } from './application/announce-discovery.js';
import { CancelDiscovery } from './application/cancel-discovery.js';
import { CompareSchemas } from './application/compare-schemas.js';
import { CompareSnapshots } from './application/compare-snapshots.js';
import { CurrentSchema } from './application/current-schema.js';
import { DescribeRelations } from './application/describe-relations.js';
import { DiscoverSchema } from './application/discover-schema.js';
import { DrawSchema } from './application/draw-schema.js';
import { ExportSchema } from './application/export-schema.js';
import { FailAbandonedDiscoveries } from './application/fail-abandoned-discoveries.js';
import { FindRelations } from './application/find-relations.js';
import { ForgetSchema } from './application/forget-schema.js';
import { ListSnapshots } from './application/list-snapshots.js';
import { LocateRelations } from './application/locate-relations.js';
import { OpenSchema } from './application/open-schema.js';
import { CachedSchemas } from './application/ports/cached-schemas.js';
import { DescribedRelations } from './application/ports/described-relations.js';
import { DiagramDrawing } from './application/ports/diagram-drawing.js';
import { Discoveries } from './application/ports/discoveries.js';
import { DiscoveryTerms } from './application/ports/discovery-terms.js';
import { DiscoveryTurns } from './application/ports/discovery-turns.js';
import { DiscoveryWaits } from './application/ports/discovery-waits.js';
import { MovedRelations } from './application/ports/moved-relations.js';
import { RelationNames } from './application/ports/relation-names.js';
import { SchemaCache } from './application/ports/schema-cache.js';
import { SchemaSearch } from './application/ports/schema-search.js';
import { PurgeDiscoveries } from './application/purge-discoveries.js';
import { ReadCatalog } from './application/read-catalog.js';
import { ReadDiscovery } from './application/read-discovery.js';
import { ReadRelations } from './application/read-relations.js';
import { ReadSchema } from './application/read-schema.js';
import { ReadSourceFacts } from './application/read-source-facts.js';
import { ReplaceSchema } from './application/replace-schema.js';
import { RunDiscovery } from './application/run-discovery.js';
import { RunningDiscoveries } from './application/running-discoveries.js';
import { SeeSchema } from './application/see-schema.js';
import { SuggestRelation } from './application/suggest-relation.js';
import { TellSkipped } from './application/tell-skipped.js';
import { WalkSchema } from './application/walk-schema.js';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';

/** What other contexts may ask for. */
const OFFERED = [
  CurrentSchema,
  DescribeRelations,
  DiscoverSchema,
  FindRelations,
  ForgetSchema,
  LocateRelations,
  OpenSchema,
  ReadRelations,
  ReadSchema,
  ReadSourceFacts,
  SeeSchema,
  SuggestRelation,
  WalkSchema,
];

@Module({
  imports: [SessionsModule, DataSourcesModule],
  controllers: [DiscoveriesController, SchemaController, SchemaViewsController],
  providers: [
    ...OFFERED,
    AnnounceDiscovery,
    CancelDiscovery,
    CompareSchemas,
    CompareSnapshots,
    DrawSchema,
    ExportSchema,
    FailAbandonedDiscoveries,
    ListSnapshots,
    PurgeDiscoveries,
    ReadCatalog,
    ReadDiscovery,
    ReplaceSchema,
    RunDiscovery,
    RunningDiscoveries,
    TellSkipped,
    scheduled('data-sources.fail-abandoned', '* * * * *', FailAbandonedDiscoveries),
    scheduled('data-sources.purge', '23 * * * *', PurgeDiscoveries),
    { provide: CachedSchemas, useClass: TypeOrmCachedSchemas },
    { provide: DiagramDrawing, useClass: ThreadedDrawing },
    { provide: Discoveries, useClass: TypeOrmDiscoveries },
    { provide: DiscoveryWaits, useClass: SqlDiscoveryWaits },
    { provide: DiscoveryTurns, useClass: AdvisoryDiscoveryTurns },
    { provide: DescribedRelations, useClass: SqlDescribedRelations },
    { provide: MovedRelations, useClass: SqlMovedRelations },
    { provide: RelationNames, useClass: SqlRelationNames },
    { provide: SchemaCache, useClass: TypeOrmSchemaCache },
    { provide: SchemaSearch, useClass: SqlSchemaSearch },
    {
      provide: DiscoveryTerms,
      useFactory: ({ dataSources }: Config): DiscoveryTerms => ({ timeoutMs: dataSources.discoverySeconds * 1000 }),
      inject: [Config],
    },
  ],
  exports: [...OFFERED],
})
export class CatalogModule {}
