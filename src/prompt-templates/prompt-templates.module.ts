import { Global, Module } from '@nestjs/common';
import { AjvParameterDefinitions } from './adapters/parameters/ajv-parameter-definitions.js';
import { AjvParameterValues } from './adapters/parameters/ajv-parameter-values.js';
import { SqlPromptTemplates } from './adapters/persistence/sql-prompt-templates.js';
import { CountUse } from './application/count-use.js';
import { EnterTemplate } from './application/enter-template.js';
import { ParameterDefinitions } from './application/ports/parameter-definitions.js';
import { ParameterValues } from './application/ports/parameter-values.js';
import { PromptTemplates } from './application/ports/prompt-templates.js';

/** What other contexts may ask for. */
const OFFERED = [CountUse];

@Global()
@Module({
  controllers: [],
  providers: [
    ...OFFERED,
    EnterTemplate,
    { provide: ParameterDefinitions, useClass: AjvParameterDefinitions },
    { provide: ParameterValues, useClass: AjvParameterValues },
    { provide: PromptTemplates, useClass: SqlPromptTemplates },
  ],
  exports: [...OFFERED],
})
export class PromptTemplatesModule {}
