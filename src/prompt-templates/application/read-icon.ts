import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { generatedIcon, initialsOf } from '../domain/generated-icon.js';
import type { IconFile } from '../domain/icon-file.js';
import { IconStore } from './ports/template-icons.js';
import { ReadTemplate } from './read-template.js';

@Injectable()
export class ReadIcon {
  constructor(
    private readonly readTemplate: ReadTemplate,
    private readonly store: IconStore,
  ) {}

  /** @throws NotFound, Forbidden, Unavailable */
  async execute(caller: Caller, templateId: number): Promise<IconFile> {
    const { template } = await this.readTemplate.execute(caller, templateId, null);
    const { icon, content } = template;
    if (icon === null) return generatedIcon(templateId, initialsOf(content.name));
    const bytes = await this.store.get(icon.key);
    if (bytes === null) throw new NotFound('Icon');
    return { type: icon.type, bytes };
  }
}
