import { Module } from '@nestjs/common';
import { SourcesOfOrganization } from './adapters/data-sources/sources-of-organization.js';
import { Sources } from './application/ports/sources.js';

@Module({
  controllers: [],
  providers: [{ provide: Sources, useClass: SourcesOfOrganization }],
})
export class QueryGenerationModule {}
