import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { handled, scheduled } from '../platform/jobs/job-providers.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ZipArchive } from './adapters/archive/zip-archive.js';
import { OrganizationExportController } from './adapters/http/organization-export.controller.js';
import { OwnExportController } from './adapters/http/own-export.controller.js';
import { SqlContents } from './adapters/persistence/sql-contents.js';
import { TypeOrmExports } from './adapters/persistence/typeorm-exports.js';
import { ExportDoor } from './application/export-door.js';
import { FindExport } from './application/find-export.js';
import { MakeExports } from './application/make-exports.js';
import { OpenExport } from './application/open-export.js';
import { Archive } from './application/ports/archive.js';
import { Contents } from './application/ports/contents.js';
import { Exports } from './application/ports/exports.js';
import { PurgeExports } from './application/purge-exports.js';
import { MAKE_EXPORTS, RequestExport } from './application/request-export.js';

@Module({
  imports: [AccountsModule, SessionsModule],
  controllers: [OwnExportController, OrganizationExportController],
  providers: [
    { provide: Exports, useClass: TypeOrmExports },
    { provide: Contents, useClass: SqlContents },
    { provide: Archive, useClass: ZipArchive },
    ExportDoor,
    RequestExport,
    FindExport,
    OpenExport,
    MakeExports,
    PurgeExports,
    handled(MAKE_EXPORTS, MakeExports, (it) => it.execute()),
    // For those that an instance left behind when it was killed.
    scheduled('evidence.make-exports', '* * * * *', MakeExports),
    scheduled('evidence.purge-exports', '7 * * * *', PurgeExports),
  ],
})
export class EvidenceModule {}
