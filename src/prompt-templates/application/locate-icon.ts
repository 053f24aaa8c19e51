import { Injectable } from '@nestjs/common';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { type IconUrls, TemplateIcons } from './ports/template-icons.js';

@Injectable()
export class LocateIcon {
  constructor(private readonly icons: TemplateIcons) {}

  /** The address of the icon of a template. A template without an uploaded icon has a generated one. */
  execute(template: PromptTemplate): Promise<IconUrls> {
    return this.icons.urlsOf(template);
  }
}
