import { Global, Module } from '@nestjs/common';
import { AjvParameterDefinitions } from './adapters/parameters/ajv-parameter-definitions.js';
import { AjvParameterValues } from './adapters/parameters/ajv-parameter-values.js';
import { DataSourcesOfOrganization } from './adapters/data-sources/data-sources-of-organization.js';
import { PromptTemplatesController } from './adapters/http/prompt-templates.controller.js';
import { RenderController } from './adapters/http/render.controller.js';
import { TemplateAnswers } from './adapters/http/template-answers.js';
import { TemplateLifeController } from './adapters/http/template-life.controller.js';
import { RouteIcons } from './adapters/icons/route-icons.js';
import { OrganizationAffiliations } from './adapters/organizations/organization-affiliations.js';
import { SqlPromptTemplates } from './adapters/persistence/sql-prompt-templates.js';
import { AdmitContent } from './application/admit-content.js';
import { AdmitPublication } from './application/admit-publication.js';
import { ChangeTemplate } from './application/change-template.js';
import { CountUse } from './application/count-use.js';
import { CreateTemplate } from './application/create-template.js';
import { EnterTemplate } from './application/enter-template.js';
import { ParameterDefinitions } from './application/ports/parameter-definitions.js';
import { ParameterValues } from './application/ports/parameter-values.js';
import { PublishTemplate } from './application/publish-template.js';
import { ReadTemplate } from './application/read-template.js';
import { RegisterTemplate } from './application/register-template.js';
import { RenderTemplate } from './application/render-template.js';
import { UpdateTemplate } from './application/update-template.js';
import { Affiliations } from './application/ports/affiliations.js';
import { KnownDataSources } from './application/ports/known-data-sources.js';
import { PromptTemplates } from './application/ports/prompt-templates.js';
import { TemplateIcons } from './application/ports/template-icons.js';

/** What other contexts may ask for. */
const OFFERED = [CountUse, RegisterTemplate, RenderTemplate];

@Global()
@Module({
  controllers: [PromptTemplatesController, TemplateLifeController, RenderController],
  providers: [
    ...OFFERED,
    AdmitContent,
    AdmitPublication,
    ChangeTemplate,
    CreateTemplate,
    EnterTemplate,
    PublishTemplate,
    ReadTemplate,
    TemplateAnswers,
    UpdateTemplate,
    { provide: Affiliations, useClass: OrganizationAffiliations },
    { provide: KnownDataSources, useClass: DataSourcesOfOrganization },
    { provide: ParameterDefinitions, useClass: AjvParameterDefinitions },
    { provide: ParameterValues, useClass: AjvParameterValues },
    { provide: PromptTemplates, useClass: SqlPromptTemplates },
    { provide: TemplateIcons, useClass: RouteIcons },
  ],
  exports: [...OFFERED],
})
export class PromptTemplatesModule {}
