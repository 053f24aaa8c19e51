import { Global, Module } from '@nestjs/common';
import { DataSourcesController } from './adapters/http/data-sources.controller.js';
import { HostResolver, SystemResolver } from './adapters/network/host-resolver.js';
import { OwnServer } from './adapters/network/own-server.js';
import { SourceFiles } from './adapters/network/source-files.js';
import { VettedTargets } from './adapters/network/vetted-targets.js';
import { OrganizationAffiliations } from './adapters/organizations/organization-affiliations.js';
import { SqlDataSources } from './adapters/persistence/sql-data-sources.js';
import { CreateDataSource } from './application/create-data-source.js';
import { DeleteDataSource } from './application/delete-data-source.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { ListDataSources } from './application/list-data-sources.js';
import { ReadDataSource } from './application/read-data-source.js';
import { RegisterDataSource } from './application/register-data-source.js';
import { TestDataSource } from './application/test-data-source.js';
import { UpdateDataSource } from './application/update-data-source.js';
import { Affiliations } from './application/ports/affiliations.js';
import { DataSources } from './application/ports/data-sources.js';
import { Targets } from './application/ports/targets.js';

@Global()
@Module({
  controllers: [DataSourcesController],
  providers: [
    CreateDataSource,
    DeleteDataSource,
    EnterDataSource,
    ListDataSources,
    ReadDataSource,
    RegisterDataSource,
    TestDataSource,
    UpdateDataSource,
    OwnServer,
    SourceFiles,
    { provide: Affiliations, useClass: OrganizationAffiliations },
    { provide: DataSources, useClass: SqlDataSources },
    { provide: HostResolver, useClass: SystemResolver },
    { provide: Targets, useClass: VettedTargets },
  ],
  exports: [RegisterDataSource],
})
export class DataSourcesModule {}
