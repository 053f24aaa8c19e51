import { Module } from '@nestjs/common';
import { handled } from '../platform/jobs/job-providers.js';
import { DELETE_ICON_FILE, ReplaceIcon } from './application/replace-icon.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { IconLinksController } from './adapters/http/icon-links.controller.js';
import { IconsController } from './adapters/http/icons.controller.js';
import { PromptTemplatesController } from './adapters/http/prompt-templates.controller.js';
import { RenderController } from './adapters/http/render.controller.js';
import { TemplateAnswers } from './adapters/http/template-answers.js';
import { TemplateExchangeController } from './adapters/http/template-exchange.controller.js';
import { TemplateLifeController } from './adapters/http/template-life.controller.js';
import { TemplateVersionsController } from './adapters/http/template-versions.controller.js';
import { SignedIconLinks } from './adapters/icons/signed-icon-links.js';
import { StoredIcons } from './adapters/icons/stored-icons.js';
import { AjvParameterDefinitions } from './adapters/parameters/ajv-parameter-definitions.js';
import { AjvParameterValues } from './adapters/parameters/ajv-parameter-values.js';
import { TypeOrmPromptTemplates } from './adapters/persistence/typeorm-prompt-templates.js';
import { SqlTemplateCatalogue } from './adapters/persistence/sql-template-catalogue.js';
import { AdmitContent } from './application/admit-content.js';
import { ArchiveTemplate } from './application/archive-template.js';
import { ChangeTemplate } from './application/change-template.js';
import { CompareVersions } from './application/compare-versions.js';
import { CountUse } from './application/count-use.js';
import { CreateTemplate } from './application/create-template.js';
import { DeleteIconFile } from './application/delete-icon-file.js';
import { DeleteTemplate } from './application/delete-template.js';
import { EnterHistory } from './application/enter-history.js';
import { EnterTemplate } from './application/enter-template.js';
import { ExportTemplates } from './application/export-templates.js';
import { ImportTemplates } from './application/import-templates.js';
import { ListTemplates } from './application/list-templates.js';
import { ListVersions } from './application/list-versions.js';
import { LocateIcon } from './application/locate-icon.js';
import { MarkSystemTemplate } from './application/mark-system-template.js';
import { OpenIconLink } from './application/open-icon-link.js';
import { PlanImport } from './application/plan-import.js';
import { PublishTemplate } from './application/publish-template.js';
import { ReadIcon } from './application/read-icon.js';
import { ReadTemplate } from './application/read-template.js';
import { ReadVersion } from './application/read-version.js';
import { RegisterTemplate } from './application/register-template.js';
import { FillIn } from './application/fill-in.js';
import { RenderTemplate } from './application/render-template.js';
import { RenderText } from './application/render-text.js';
import { RestoreVersion } from './application/restore-version.js';
import { TakeImportStep } from './application/take-import-step.js';
import { UpdateTemplate } from './application/update-template.js';
import { IconLinks, IconStore, TemplateIcons } from './application/ports/template-icons.js';
import { ParameterDefinitions, ParameterValues } from './application/ports/parameter-values.js';
import { PromptTemplates } from './application/ports/prompt-templates.js';
import { TemplateCatalogue } from './application/ports/template-catalogue.js';
import { Config } from '../platform/config/config.js';
import { DirectoryIconStore } from './adapters/icons/directory-icon-store.js';
import { S3IconStore } from './adapters/icons/s3-icon-store.js';

const ICON_STORE = {
  provide: IconStore,
  useFactory: ({ icons: { s3, directory } }: Config, links: IconLinks): IconStore =>
    s3 === undefined ? new DirectoryIconStore(directory, links) : new S3IconStore(s3),
  inject: [Config, IconLinks],
};

/** What other contexts may ask for. */
const OFFERED = [CountUse, EnterTemplate, ListTemplates, RenderTemplate];

@Module({
  imports: [DataSourcesModule],
  // Its paths come before those with an id.
  controllers: [
    TemplateExchangeController,
    PromptTemplatesController,
    RenderController,
    TemplateLifeController,
    TemplateVersionsController,
    IconsController,
    IconLinksController,
  ],
  providers: [
    ...OFFERED,
    RegisterTemplate,
    AdmitContent,
    ArchiveTemplate,
    ChangeTemplate,
    CompareVersions,
    CreateTemplate,
    DeleteIconFile,
    DeleteTemplate,
    EnterHistory,
    ExportTemplates,
    FillIn,
    handled(DELETE_ICON_FILE, DeleteIconFile, (it, { key }) => it.execute(String(key))),
    ImportTemplates,
    ListVersions,
    LocateIcon,
    MarkSystemTemplate,
    OpenIconLink,
    PlanImport,
    PublishTemplate,
    ReadIcon,
    ReadTemplate,
    ReadVersion,
    RenderText,
    ReplaceIcon,
    RestoreVersion,
    TakeImportStep,
    TemplateAnswers,
    UpdateTemplate,
    { provide: IconLinks, useClass: SignedIconLinks },
    { provide: ParameterDefinitions, useClass: AjvParameterDefinitions },
    { provide: ParameterValues, useClass: AjvParameterValues },
    { provide: PromptTemplates, useClass: TypeOrmPromptTemplates },
    { provide: TemplateCatalogue, useClass: SqlTemplateCatalogue },
    { provide: TemplateIcons, useClass: StoredIcons },
    ICON_STORE,
  ],
  exports: [...OFFERED],
})
export class PromptTemplatesModule {}
