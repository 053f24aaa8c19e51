import { Injectable } from '@nestjs/common';
import { changedFields } from '../domain/content-diff.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { assertKept } from '../domain/kept-in-workspace.js';
import { edited } from '../domain/template-life.js';
import { AdmitContent, type GivenContent } from './admit-content.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class UpdateTemplate {
  constructor(
    private readonly changeTemplate: ChangeTemplate,
    private readonly admitContent: AdmitContent,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * Replaces the working copy. Readers still see the published version, but a change of who may see it takes effect at once.
   * @param movesTo a workspace, or `null` for the organization itself; `undefined` leaves it where it is
   * @throws NotFound, Forbidden, EditedMeanwhile, ValidationFailed, MoveNotAllowed, NameTaken
   */
  execute(
    order: ChangeOrder,
    given: GivenContent,
    { isPublic, movesTo }: { isPublic: boolean; movesTo: number | null | undefined },
  ): Promise<PromptTemplate> {
    return this.changeTemplate.execute(order, {
      movesTo,
      permission: 'template.write',
      // Showing it to other organizations, or hiding it again, needs the permission to publish.
      alsoNeeds: (template) => (template.isPublic !== isPublic && template.publishedVersion !== null ? 'template.publish' : null),
      action: 'prompt_template.updated',
      make: async (template) => {
        const { id, organizationId, publishedVersion } = template;
        const workspaceId = movesTo === undefined ? template.workspaceId : movesTo;
        assertKept(workspaceId, isPublic);
        const content = await this.admitContent.execute({ author: order.caller, organizationId, kept: template.content }, given);
        const published = publishedVersion === null ? null : await this.templates.findVersion(id, publishedVersion);
        const changed = { ...edited(template, content, published), workspaceId, isPublic };
        return { template: changed, detail: { changed: changesBetween(template, changed) } };
      },
    });
  }
}

function changesBetween(before: PromptTemplate, after: PromptTemplate): readonly string[] {
  const others = (['isPublic', 'workspaceId'] as const).filter((field) => before[field] !== after[field]);
  return [...changedFields(before.content, after.content), ...others];
}
