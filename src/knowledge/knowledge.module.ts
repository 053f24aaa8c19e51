import { Module } from '@nestjs/common';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { GlossaryController } from './adapters/http/glossary.controller.js';
import { VerifiedPairsController } from './adapters/http/verified-pairs.controller.js';
import { TypeOrmEntries } from './adapters/persistence/typeorm-entries.js';
import { ChangeEntry } from './application/change-entry.js';
import { CreateEntry } from './application/create-entry.js';
import { DeleteEntry } from './application/delete-entry.js';
import { EnterEntry } from './application/enter-entry.js';
import { JudgeContent } from './application/judge-content.js';
import { ListEntries } from './application/list-entries.js';
import { ListEntryVersions } from './application/list-entry-versions.js';
import { Entries } from './application/ports/entries.js';
import { RecallKnowledge } from './application/recall-knowledge.js';
import { ReadEntry } from './application/read-entry.js';
import { RecheckKnowledge } from './application/recheck-knowledge.js';
import { StatementJudge } from './application/statement-judge.js';
import { WithholdContent } from './application/withhold-content.js';

/** What other contexts may ask for. */
const OFFERED = [CreateEntry, ListEntries, RecallKnowledge];

@Module({
  imports: [DataSourcesModule, CatalogModule, StatementsModule],
  controllers: [GlossaryController, VerifiedPairsController],
  providers: [
    ...OFFERED,
    ChangeEntry,
    DeleteEntry,
    EnterEntry,
    JudgeContent,
    ListEntryVersions,
    ReadEntry,
    RecheckKnowledge,
    StatementJudge,
    WithholdContent,
    scheduled('knowledge.recheck', '*/5 * * * *', RecheckKnowledge),
    { provide: Entries, useClass: TypeOrmEntries },
  ],
  exports: [...OFFERED],
})
export class KnowledgeModule {}
