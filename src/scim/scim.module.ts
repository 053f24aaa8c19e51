import { Global, Module } from '@nestjs/common';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { Resources } from './application/ports/resources.js';

@Global()
@Module({
  controllers: [],
  providers: [{ provide: Resources, useClass: SqlResources }],
})
export class ScimModule {}
