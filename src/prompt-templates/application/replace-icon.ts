import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared/ports/jobs.js';
import { newIconKey } from '../domain/icon-key.js';
import { NoIcon, iconTypeOf } from '../domain/icon-file.js';
import type { PromptTemplate, TemplateIcon } from '../domain/prompt-template.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';
import { EnterTemplate } from './enter-template.js';
import { IconStore } from './ports/template-icons.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/** Removes a file from the store when no template shows it any more. */
export const DELETE_ICON_FILE = 'prompt-templates.delete-icon-file';

@Injectable()
export class ReplaceIcon {
  constructor(
    private readonly enterTemplate: EnterTemplate,
    private readonly changeTemplate: ChangeTemplate,
    private readonly templates: PromptTemplates,
    private readonly store: IconStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The icon belongs to the template, not to its versions, so all readers see it at once.
   * @param bytes of a picture; `null` goes back to the generated one
   * @throws NotFound, Forbidden, EditedMeanwhile, NoIcon, Unavailable
   */
  async execute(order: ChangeOrder, bytes: Uint8Array | null): Promise<PromptTemplate> {
    // Checked first, so that nothing is stored for a caller without the permission.
    await this.enterTemplate.execute(order.caller, 'template.write', order.templateId);
    if (bytes === null) return this.change(order, null);
    const type = iconTypeOf(bytes);
    if (type === null) throw new NoIcon();
    const key = newIconKey(type);
    await this.store.put(key, { type, bytes });
    try {
      return await this.change(order, { key, type });
    } catch (error) {
      await this.store.remove(key);
      throw error;
    }
  }

  private change(order: ChangeOrder, icon: TemplateIcon | null): Promise<PromptTemplate> {
    return this.changeTemplate.execute(order, {
      permission: 'template.write',
      action: icon === null ? 'prompt_template.icon_removed' : 'prompt_template.icon_replaced',
      make: async (template) => {
        await this.templates.setIcon(template.id, icon);
        if (template.icon !== null) await this.jobs.enqueue(DELETE_ICON_FILE, { key: template.icon.key });
        return { template: { ...template, icon }, detail: { type: icon?.type ?? null } };
      },
    });
  }
}
