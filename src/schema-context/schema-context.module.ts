import { Module } from '@nestjs/common';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { KnownSchemaOfContext } from './adapters/answers/known-schema-of-context.js';
import { SchemaPreparationsOfContext } from './adapters/answers/schema-preparations-of-context.js';
import { EmbeddingsEndpoint } from './adapters/embedding/embeddings-endpoint.js';
import { ContextController } from './adapters/http/context.controller.js';
import { SampledColumnsController } from './adapters/http/sampled-columns.controller.js';
import { SqlRelationVectors } from './adapters/persistence/sql-relation-vectors.js';
import { SqlSampledColumns } from './adapters/persistence/sql-sampled-columns.js';
import { SqlSchemaIndexes } from './adapters/persistence/sql-schema-indexes.js';
import { SqlSchemaRanking } from './adapters/persistence/sql-schema-ranking.js';
import { AnnotateSchema } from './application/annotate-schema.js';
import { ComposeContext } from './application/compose-context.js';
import { DescribeTable } from './application/describe-table.js';
import { EmbedSchema, EMBED_SCHEMA } from './application/embed-schema.js';
import { FindAlikeRelations } from './application/find-alike-relations.js';
import { ListSampledColumns } from './application/list-sampled-columns.js';
import { Embeddings } from './application/ports/embeddings.js';
import { RelationVectors } from './application/ports/relation-vectors.js';
import { SampledColumns } from './application/ports/sampled-columns.js';
import { SchemaIndexes } from './application/ports/schema-indexes.js';
import { SchemaRanking } from './application/ports/schema-ranking.js';
import { PrepareRanking } from './application/prepare-ranking.js';
import { RankRelations } from './application/rank-relations.js';
import { ReadableRelations } from './application/readable-relations.js';
import { SampleColumns } from './application/sample-columns.js';
import { SwitchSampling } from './application/switch-sampling.js';
import { WithholdSamples } from './application/withhold-samples.js';
import { handled, scheduled } from '../platform/jobs/job-providers.js';

/** What other contexts may ask for. */
const OFFERED = [ComposeContext, DescribeTable, KnownSchemaOfContext, SchemaPreparationsOfContext];

@Module({
  imports: [DataSourcesModule, CatalogModule, StatementsModule],
  controllers: [SampledColumnsController, ContextController],
  providers: [
    ...OFFERED,
    AnnotateSchema,
    EmbedSchema,
    FindAlikeRelations,
    ListSampledColumns,
    PrepareRanking,
    RankRelations,
    ReadableRelations,
    SampleColumns,
    SwitchSampling,
    WithholdSamples,
    handled(EMBED_SCHEMA, EmbedSchema, (it, { data_source_id: id }) => it.execute(Number(id))),
    scheduled('data-sources.embed-missing', '*/10 * * * *', EmbedSchema, (it) => it.requestMissing()),
    { provide: Embeddings, useClass: EmbeddingsEndpoint },
    { provide: RelationVectors, useClass: SqlRelationVectors },
    { provide: SampledColumns, useClass: SqlSampledColumns },
    { provide: SchemaIndexes, useClass: SqlSchemaIndexes },
    { provide: SchemaRanking, useClass: SqlSchemaRanking },
  ],
  exports: [...OFFERED],
})
export class SchemaContextModule {}
