import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { handled, scheduled } from '../platform/jobs/job-providers.js';
import { Config } from '../platform/config/config.js';
import { KnownSchemaOfContext } from './adapters/answers/known-schema-of-context.js';
import { SchemaPreparationsOfContext } from './adapters/answers/schema-preparations-of-context.js';
import { ThreadedDrawing } from './adapters/drawing/threaded-drawing.js';
import { EmbeddingsEndpoint } from './adapters/embedding/embeddings-endpoint.js';
import { ContextController } from './adapters/http/context.controller.js';
import { DataSourcesController } from './adapters/http/data-sources.controller.js';
import { DiscoveriesController } from './adapters/http/discoveries.controller.js';
import { RememberedDataController } from './adapters/http/remembered-data.controller.js';
import { SampledColumnsController } from './adapters/http/sampled-columns.controller.js';
import { SchemaViewsController } from './adapters/http/schema-views.controller.js';
import { SchemaController } from './adapters/http/schema.controller.js';
import { MeasuredIntrospection } from './adapters/introspection/measured-introspection.js';
import { ThreadedIntrospection } from './adapters/introspection/threaded-introspection.js';
import { OwnServer } from './adapters/network/own-server.js';
import { SourceFiles } from './adapters/network/source-files.js';
import { VettedTargets } from './adapters/network/vetted-targets.js';
import { AdvisoryDiscoveryTurns } from './adapters/persistence/advisory-discovery-turns.js';
import { TypeOrmCachedSchemas } from './adapters/persistence/typeorm-cached-schemas.js';
import { TypeOrmDataSources } from './adapters/persistence/typeorm-data-sources.js';
import { TypeOrmDiscoveries } from './adapters/persistence/typeorm-discoveries.js';
import { SqlDiscoveryWaits } from './adapters/persistence/sql-discovery-waits.js';
import { SqlKnownData } from './adapters/persistence/sql-known-data.js';
import { SqlDescribedRelations } from './adapters/persistence/sql-described-relations.js';
import { SqlRelationVectors } from './adapters/persistence/sql-relation-vectors.js';
import { SqlRelationNames } from './adapters/persistence/sql-relation-names.js';
import { TypeOrmSchemaCache } from './adapters/persistence/typeorm-schema-cache.js';
import { SqlSampledColumns } from './adapters/persistence/sql-sampled-columns.js';
import { SqlSchemaIndexes } from './adapters/persistence/sql-schema-indexes.js';
import { SqlSchemaRanking } from './adapters/persistence/sql-schema-ranking.js';
import { SqlSchemaSearch } from './adapters/persistence/sql-schema-search.js';
import { MeasuredQuerying } from './adapters/querying/measured-querying.js';
import { ThreadedQuerying } from './adapters/querying/threaded-querying.js';
import { RequireRowAccess } from './application/require-row-access.js';
import { AdmitPlace } from './application/admit-place.js';
import { CloseDataSource } from './application/close-data-source.js';
import { FindSameData } from './application/find-same-data.js';
import { GuardSameData } from './application/guard-same-data.js';
import { PointElsewhere } from './application/point-elsewhere.js';
import { LeaveData } from './application/leave-data.js';
import { ListRememberedData } from './application/list-remembered-data.js';
import { LookUpData } from './application/look-up-data.js';
import { NoteFoundData } from './application/note-found-data.js';
import { NameSameData } from './application/name-same-data.js';
import { OpenDataSource } from './application/open-data-source.js';
import { ReachData } from './application/reach-data.js';
import { ReleaseData } from './application/release-data.js';
import { RequireGrant } from './application/require-grant.js';
import { AnnounceDiscovery } from './application/announce-discovery.js';
import { CancelDiscovery } from './application/cancel-discovery.js';
import { CompareSchemas } from './application/compare-schemas.js';
import { CompareSnapshots } from './application/compare-snapshots.js';
import { ComposeContext } from './application/compose-context.js';
import { CreateDataSource } from './application/create-data-source.js';
import { CurrentSchema } from './application/current-schema.js';
import { DeleteDataSource } from './application/delete-data-source.js';
import { DescribeRelations } from './application/describe-relations.js';
import { DiscoverSchema } from './application/discover-schema.js';
import { DrawSchema } from './application/draw-schema.js';
import { EMBED_SCHEMA, EmbedSchema } from './application/embed-schema.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { OpenSchema } from './application/open-schema.js';
import { ExportSchema } from './application/export-schema.js';
import { FailAbandonedDiscoveries } from './application/fail-abandoned-discoveries.js';
import { FindAlikeRelations } from './application/find-alike-relations.js';
import { FindRelations } from './application/find-relations.js';
import { ListDataSources } from './application/list-data-sources.js';
import { ListSampledColumns } from './application/list-sampled-columns.js';
import { ListSnapshots } from './application/list-snapshots.js';
import { NameDataSources } from './application/name-data-sources.js';
import { PurgeDiscoveries } from './application/purge-discoveries.js';
import { LocateRelations } from './application/locate-relations.js';
import { ReadCatalog } from './application/read-catalog.js';
import { ReadDataSource } from './application/read-data-source.js';
import { ReadDiscovery } from './application/read-discovery.js';
import { ReadSchema } from './application/read-schema.js';
import { PrepareRanking } from './application/prepare-ranking.js';
import { RankRelations } from './application/rank-relations.js';
import { ReadableRelations } from './application/readable-relations.js';
import { RegisterDataSource } from './application/register-data-source.js';
import { ReadSourceFacts } from './application/read-source-facts.js';
import { SampleColumns } from './application/sample-columns.js';
import { SwitchSampling } from './application/switch-sampling.js';
import { RunDiscovery } from './application/run-discovery.js';
import { RunStatement } from './application/run-statement.js';
import { TakeTurn } from './application/take-turn.js';
import { RunningDiscoveries } from './application/running-discoveries.js';
import { ReplaceSchema } from './application/replace-schema.js';
import { MovedRelations } from './application/ports/moved-relations.js';
import { SqlMovedRelations } from './adapters/persistence/sql-moved-relations.js';
import { TellSkipped } from './application/tell-skipped.js';
import { TestConnection } from './application/test-connection.js';
import { TestDataSource } from './application/test-data-source.js';
import { TryConnection } from './application/try-connection.js';
import { UpdateDataSource } from './application/update-data-source.js';
import { WithholdSamples } from './application/withhold-samples.js';
import { FindDataSource } from './application/find-data-source.js';
import { ConfirmReading } from './application/confirm-reading.js';
import { ReadSource } from './application/read-source.js';
import { ForgetSchema } from './application/forget-schema.js';
import { SeeSchema } from './application/see-schema.js';
import { ReadRelations } from './application/read-relations.js';
import { RunOwnStatement } from './application/run-own-statement.js';
import { WalkSchema } from './application/walk-schema.js';
import { CachedSchemas } from './application/ports/cached-schemas.js';
import { DataSources } from './application/ports/data-sources.js';
import { DescribedRelations } from './application/ports/described-relations.js';
import { DiagramDrawing } from './application/ports/diagram-drawing.js';
import { DiscoveryWaits } from './application/ports/discovery-waits.js';
import { Discoveries } from './application/ports/discoveries.js';
import { DiscoveryTerms } from './application/ports/discovery-terms.js';
import { DiscoveryTurns } from './application/ports/discovery-turns.js';
import { Embeddings } from './application/ports/embeddings.js';
import { Introspection } from './application/ports/introspection.js';
import { KnownData } from './application/ports/known-data.js';
import { RelationNames } from './application/ports/relation-names.js';
import { RelationVectors } from './application/ports/relation-vectors.js';
import { Querying } from './application/ports/querying.js';
import { SampledColumns } from './application/ports/sampled-columns.js';
import { SchemaCache } from './application/ports/schema-cache.js';
import { SchemaIndexes } from './application/ports/schema-indexes.js';
import { SchemaRanking } from './application/ports/schema-ranking.js';
import { SchemaSearch } from './application/ports/schema-search.js';
import { Targets } from './application/ports/targets.js';

/** What other contexts may ask for. */
const OFFERED = [
  RequireRowAccess,
  ComposeContext,
  DescribeRelations,
  CurrentSchema,
  DiscoverSchema,
  EnterDataSource,
  GuardSameData,
  ListDataSources,
  LocateRelations,
  NameDataSources,
  NameSameData,
  ReadSchema,
  ReadSourceFacts,
  RunStatement,
  TakeTurn,
  KnownSchemaOfContext,
  SchemaPreparationsOfContext,
  WalkSchema,
];

@Module({
  imports: [OrganizationsModule, SessionsModule],
  controllers: [
    DataSourcesController,
    RememberedDataController,
    DiscoveriesController,
    SampledColumnsController,
    SchemaController,
    SchemaViewsController,
    ContextController,
  ],
  providers: [
    ...OFFERED,
    FindDataSource,
    ConfirmReading,
    ReadSource,
    ForgetSchema,
    SeeSchema,
    ReadRelations,
    RunOwnStatement,
    RegisterDataSource,
    AdmitPlace,
    CloseDataSource,
    FindSameData,
    PointElsewhere,
    LeaveData,
    LookUpData,
    NoteFoundData,
    scheduled('data-sources.note-found', '*/5 * * * *', NoteFoundData),
    ListRememberedData,
    OpenDataSource,
    ReachData,
    ReleaseData,
    RequireGrant,
    AnnounceDiscovery,
    CancelDiscovery,
    CompareSchemas,
    CompareSnapshots,
    CreateDataSource,
    scheduled('data-sources.fail-abandoned', '* * * * *', FailAbandonedDiscoveries),
    scheduled('data-sources.purge', '23 * * * *', PurgeDiscoveries),
    DeleteDataSource,
    DrawSchema,
    ExportSchema,
    EmbedSchema,
    handled(EMBED_SCHEMA, EmbedSchema, (it, { data_source_id: id }) => it.execute(Number(id))),
    scheduled('data-sources.embed-missing', '*/10 * * * *', EmbedSchema, (it) => it.requestMissing()),
    FindAlikeRelations,
    OpenSchema,
    FailAbandonedDiscoveries,
    FindRelations,
    ListSampledColumns,
    ListSnapshots,
    OwnServer,
    PurgeDiscoveries,
    ReadCatalog,
    ReadDataSource,
    ReadDiscovery,
    PrepareRanking,
    RankRelations,
    ReplaceSchema,
    ReadableRelations,
    RunDiscovery,
    RunningDiscoveries,
    SampleColumns,
    SourceFiles,
    TellSkipped,
    TestConnection,
    SwitchSampling,
    TestDataSource,
    TryConnection,
    UpdateDataSource,
    WithholdSamples,
    { provide: CachedSchemas, useClass: TypeOrmCachedSchemas },
    { provide: DataSources, useClass: TypeOrmDataSources },
    { provide: DiagramDrawing, useClass: ThreadedDrawing },
    { provide: Discoveries, useClass: TypeOrmDiscoveries },
    { provide: DiscoveryWaits, useClass: SqlDiscoveryWaits },
    { provide: DiscoveryTurns, useClass: AdvisoryDiscoveryTurns },
    { provide: Embeddings, useClass: EmbeddingsEndpoint },
    ThreadedIntrospection,
    { provide: Introspection, useClass: MeasuredIntrospection },
    { provide: KnownData, useClass: SqlKnownData },
    { provide: DescribedRelations, useClass: SqlDescribedRelations },
    { provide: RelationVectors, useClass: SqlRelationVectors },
    { provide: MovedRelations, useClass: SqlMovedRelations },
    { provide: RelationNames, useClass: SqlRelationNames },
    ThreadedQuerying,
    { provide: Querying, useClass: MeasuredQuerying },
    { provide: SampledColumns, useClass: SqlSampledColumns },
    { provide: SchemaCache, useClass: TypeOrmSchemaCache },
    { provide: SchemaIndexes, useClass: SqlSchemaIndexes },
    { provide: SchemaRanking, useClass: SqlSchemaRanking },
    { provide: SchemaSearch, useClass: SqlSchemaSearch },
    { provide: Targets, useClass: VettedTargets },
    {
      provide: DiscoveryTerms,
      useFactory: ({ dataSources }: Config): DiscoveryTerms => ({ timeoutMs: dataSources.discoverySeconds * 1000 }),
      inject: [Config],
    },
  ],
  exports: [...OFFERED],
})
export class DataSourcesModule {}
