import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { type IconUrls, TemplateIcons } from '../../application/ports/template-icons.js';
import type { PromptTemplate } from '../../domain/prompt-template.js';

@Injectable()
export class RouteIcons extends TemplateIcons {
  constructor(private readonly config: Config) {
    super();
  }

  async urlsOf({ id }: PromptTemplate): Promise<IconUrls> {
    const url = `${this.config.http.publicUrl}/api/v1/prompt-templates/${id}/icon`;
    return { url, presignedUrl: url };
  }
}
