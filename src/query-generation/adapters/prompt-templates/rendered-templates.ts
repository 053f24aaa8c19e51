import { Injectable } from '@nestjs/common';
import { CountUse } from '../../../prompt-templates/application/count-use.js';
import { EnterTemplate } from '../../../prompt-templates/application/enter-template.js';
import { RenderTemplate } from '../../../prompt-templates/application/render-template.js';
import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import { type RenderedTemplate, Templates } from '../../application/ports/templates.js';

@Injectable()
export class RenderedTemplates extends Templates {
  constructor(
    private readonly enterTemplate: EnterTemplate,
    private readonly renderTemplate: RenderTemplate,
    private readonly count: CountUse,
  ) {
    super();
  }

  async enter(caller: Caller, permission: Permission, templateId: number): Promise<{ isShared: boolean }> {
    const { isPublic, isSystemTemplate } = await this.enterTemplate.execute(caller, permission, templateId);
    return { isShared: isPublic || isSystemTemplate };
  }

  async render(
    caller: Caller,
    templateId: number,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<RenderedTemplate> {
    const rendered = await this.renderTemplate.execute({ caller, templateId, version: null, parameters });
    const { template, ...rest } = rendered;
    return { ...rest, id: template.id, organizationId: template.organizationId };
  }

  async countUse(templateId: number): Promise<void> {
    await this.count.execute(templateId);
  }
}
