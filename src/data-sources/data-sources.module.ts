import { Global, Module } from '@nestjs/common';
import { SqlDataSources } from './adapters/persistence/sql-data-sources.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { DataSources } from './application/ports/data-sources.js';

@Global()
@Module({
  controllers: [],
  providers: [EnterDataSource, { provide: DataSources, useClass: SqlDataSources }],
  exports: [],
})
export class DataSourcesModule {}
