import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type IconUrls, IconLinks, IconStore, TemplateIcons } from '../../application/ports/template-icons.js';
import { initialsOf } from '../../domain/generated-icon.js';
import { generatedKey } from '../../domain/icon-key.js';
import type { PromptTemplate } from '../../domain/prompt-template.js';

/** A link works for at least this long. */
const LINK_MS = 15 * 60_000;
/** The same icon has the same link for this long, so that caches of browsers find it. */
const STEP_MS = 5 * 60_000;

@Injectable()
export class StoredIcons extends TemplateIcons {
  constructor(
    private readonly config: Config,
    private readonly links: IconLinks,
    private readonly store: IconStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  async urlsOf({ id, icon, content }: PromptTemplate): Promise<IconUrls> {
    const url = `${this.config.http.publicUrl}/api/v1/prompt-templates/${id}/icon`;
    const now = this.clock.now().getTime();
    const expires = new Date(Math.ceil(now / STEP_MS) * STEP_MS + LINK_MS);
    const presignedUrl =
      icon === null
        ? await this.links.linkTo(generatedKey(id, initialsOf(content.name)), expires)
        : await this.store.linkTo(icon.key, expires);
    return { url, presignedUrl };
  }
}
