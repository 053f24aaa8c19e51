import { Global, Module } from '@nestjs/common';
import { SqlPromptTemplates } from './adapters/persistence/sql-prompt-templates.js';
import { CountUse } from './application/count-use.js';
import { EnterTemplate } from './application/enter-template.js';
import { PromptTemplates } from './application/ports/prompt-templates.js';

/** What other contexts may ask for. */
const OFFERED = [CountUse];

@Global()
@Module({
  controllers: [],
  providers: [...OFFERED, EnterTemplate, { provide: PromptTemplates, useClass: SqlPromptTemplates }],
  exports: [...OFFERED],
})
export class PromptTemplatesModule {}
