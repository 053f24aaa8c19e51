import { Global, Module } from '@nestjs/common';
import { SchemaViewsController } from './adapters/http/schema-views.controller.js';
import { SchemaController } from './adapters/http/schema.controller.js';
import { SqlCachedSchemas } from './adapters/persistence/sql-cached-schemas.js';
import { SqlDataSources } from './adapters/persistence/sql-data-sources.js';
import { SqlSchemaRanking } from './adapters/persistence/sql-schema-ranking.js';
import { SqlSchemaSearch } from './adapters/persistence/sql-schema-search.js';
import { CompareSchemas } from './application/compare-schemas.js';
import { CompareSnapshots } from './application/compare-snapshots.js';
import { ComposeContext } from './application/compose-context.js';
import { DrawSchema } from './application/draw-schema.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { EnterSchema } from './application/enter-schema.js';
import { FindRelations } from './application/find-relations.js';
import { ListSnapshots } from './application/list-snapshots.js';
import { ReadSchema } from './application/read-schema.js';
import { ReadableRelations } from './application/readable-relations.js';
import { CachedSchemas } from './application/ports/cached-schemas.js';
import { DataSources } from './application/ports/data-sources.js';
import { SchemaRanking } from './application/ports/schema-ranking.js';
import { SchemaSearch } from './application/ports/schema-search.js';

/** What other contexts may ask for. */
const OFFERED = [ComposeContext];

@Global()
@Module({
  controllers: [SchemaController, SchemaViewsController],
  providers: [
    ...OFFERED,
    CompareSchemas,
    CompareSnapshots,
    DrawSchema,
    EnterDataSource,
    EnterSchema,
    FindRelations,
    ListSnapshots,
    ReadSchema,
    ReadableRelations,
    { provide: CachedSchemas, useClass: SqlCachedSchemas },
    { provide: DataSources, useClass: SqlDataSources },
    { provide: SchemaRanking, useClass: SqlSchemaRanking },
    { provide: SchemaSearch, useClass: SqlSchemaSearch },
  ],
  exports: [...OFFERED],
})
export class DataSourcesModule {}
