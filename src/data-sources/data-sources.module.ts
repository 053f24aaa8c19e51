import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DataSourcesController } from './adapters/http/data-sources.controller.js';
import { RememberedDataController } from './adapters/http/remembered-data.controller.js';
import { MeasuredIntrospection } from './adapters/introspection/measured-introspection.js';
import { ThreadedIntrospection } from './adapters/introspection/threaded-introspection.js';
import { OwnServer } from './adapters/network/own-server.js';
import { SourceFiles } from './adapters/network/source-files.js';
import { VettedTargets } from './adapters/network/vetted-targets.js';
import { SqlKnownData } from './adapters/persistence/sql-known-data.js';
import { NoticedSourceChanges } from './adapters/persistence/noticed-source-changes.js';
import { TypeOrmDataSources } from './adapters/persistence/typeorm-data-sources.js';
import { AdmitPlace } from './application/admit-place.js';
import { CloseDataSource } from './application/close-data-source.js';
import { ConfirmReading } from './application/confirm-reading.js';
import { CreateDataSource } from './application/create-data-source.js';
import { DeleteDataSource } from './application/delete-data-source.js';
import { EnterDataSource } from './application/enter-data-source.js';
import { FindDataSource } from './application/find-data-source.js';
import { FindSameData } from './application/find-same-data.js';
import { GuardSameData } from './application/guard-same-data.js';
import { LeaveData } from './application/leave-data.js';
import { ListDataSources } from './application/list-data-sources.js';
import { ListRememberedData } from './application/list-remembered-data.js';
import { LookUpData } from './application/look-up-data.js';
import { NameDataSources } from './application/name-data-sources.js';
import { NameSameData } from './application/name-same-data.js';
import { NoteReading } from './application/note-reading.js';
import { NoteFoundData } from './application/note-found-data.js';
import { OpenDataSource } from './application/open-data-source.js';
import { PointElsewhere } from './application/point-elsewhere.js';
import { DataSources } from './application/ports/data-sources.js';
import { Introspection } from './application/ports/introspection.js';
import { KnownData } from './application/ports/known-data.js';
import { SourceChanges } from './application/ports/source-changes.js';
import { Targets } from './application/ports/targets.js';
import { ReachData } from './application/reach-data.js';
import { ReadDataSource } from './application/read-data-source.js';
import { ReadSource } from './application/read-source.js';
import { RegisterDataSource } from './application/register-data-source.js';
import { ReleaseData } from './application/release-data.js';
import { RequireGrant } from './application/require-grant.js';
import { RequireRowAccess } from './application/require-row-access.js';
import { TestConnection } from './application/test-connection.js';
import { TestDataSource } from './application/test-data-source.js';
import { TryConnection } from './application/try-connection.js';
import { WatchDataSources } from './application/watch-data-sources.js';
import { UpdateDataSource } from './application/update-data-source.js';
import { scheduled } from '../platform/jobs/job-providers.js';

/** What other contexts may ask for. */
const OFFERED = [
  ConfirmReading,
  EnterDataSource,
  FindDataSource,
  GuardSameData,
  ListDataSources,
  NameDataSources,
  NameSameData,
  NoteReading,
  ReachData,
  ReadSource,
  RequireRowAccess,
  WatchDataSources,
];

@Module({
  imports: [OrganizationsModule],
  controllers: [DataSourcesController, RememberedDataController],
  providers: [
    ...OFFERED,
    AdmitPlace,
    CloseDataSource,
    CreateDataSource,
    DeleteDataSource,
    FindSameData,
    LeaveData,
    ListRememberedData,
    LookUpData,
    NoteFoundData,
    OpenDataSource,
    OwnServer,
    PointElsewhere,
    ReadDataSource,
    RegisterDataSource,
    ReleaseData,
    RequireGrant,
    SourceFiles,
    TestConnection,
    TestDataSource,
    ThreadedIntrospection,
    TryConnection,
    UpdateDataSource,
    scheduled('data-sources.note-found', '*/5 * * * *', NoteFoundData),
    { provide: DataSources, useClass: TypeOrmDataSources },
    { provide: Introspection, useClass: MeasuredIntrospection },
    { provide: KnownData, useClass: SqlKnownData },
    { provide: SourceChanges, useClass: NoticedSourceChanges },
    { provide: Targets, useClass: VettedTargets },
  ],
  exports: [...OFFERED],
})
export class DataSourcesModule {}
