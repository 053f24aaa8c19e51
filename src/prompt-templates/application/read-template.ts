import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { workingCopyOf } from '../domain/template-life.js';
import { EnterTemplate, type EnteredTemplate } from './enter-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

export interface TemplateReading {
  /** A template with the content and status of the wanted version. */
  readonly template: PromptTemplate;
  /** The version of the content; `null` for the working copy. */
  readonly number: number | null;
  /** Whether there is a working copy that differs and that the caller may see. */
  readonly hasEdits: boolean;
  /** Whether the caller may see older versions. */
  readonly hasHistory: boolean;
}

@Injectable()
export class ReadTemplate {
  constructor(
    private readonly enterTemplate: EnterTemplate,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * @param wanted `null`: the published version, or the working copy if none is published
   * @throws NotFound, Forbidden for drafts without the permission to write, and for old versions of another organization's
   */
  async execute(
    caller: Caller,
    templateId: number,
    wanted: number | 'draft' | null,
    permission: 'template.read' | 'template.execute' = 'template.read',
  ): Promise<TemplateReading> {
    const entered = await this.enterTemplate.execute(caller, permission, templateId);
    const { mayEdit, isForeign, ...template } = entered;
    const hasEdits = mayEdit && isPublished(template) && template.isEdited;
    if (wanted === 'draft') {
      if (!mayEdit) throw new Forbidden();
      return { template: workingCopyOf(template), number: null, hasEdits, hasHistory: true };
    }
    const number = wanted ?? (isPublished(template) ? template.publishedVersion : null);
    if (isForeign && number !== template.publishedVersion) throw new Forbidden();
    return { template: await this.at(template, number), number, hasEdits, hasHistory: !isForeign };
  }

  private async at(template: PromptTemplate, number: number | null): Promise<PromptTemplate> {
    // Then the working copy is that version, and nothing needs to be read.
    if (number === null || (number === template.publishedVersion && !template.isEdited)) return template;
    const version = await this.templates.findVersion(template.id, number);
    if (version === null) throw new NotFound('Version of the prompt template');
    return { ...template, content: version.content };
  }
}

function isPublished({ status }: Pick<EnteredTemplate, 'status'>): boolean {
  return status === 'published';
}
