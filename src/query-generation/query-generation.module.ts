import { Module } from '@nestjs/common';
import { CachedRelations } from './adapters/data-sources/cached-relations.js';
import { SourcesOfOrganization } from './adapters/data-sources/sources-of-organization.js';
import { GrammarGuards } from './adapters/guard/grammar-guards.js';
import { QueryValidationController } from './adapters/http/query-validation.controller.js';
import { JudgeStatement } from './application/judge-statement.js';
import { KnownRelations } from './application/ports/known-relations.js';
import { Sources } from './application/ports/sources.js';
import { StatementGuard } from './application/ports/statement-guard.js';
import { ValidateStatement } from './application/validate-statement.js';

@Module({
  controllers: [QueryValidationController],
  providers: [
    JudgeStatement,
    ValidateStatement,
    { provide: KnownRelations, useClass: CachedRelations },
    { provide: Sources, useClass: SourcesOfOrganization },
    { provide: StatementGuard, useClass: GrammarGuards },
  ],
})
export class QueryGenerationModule {}
