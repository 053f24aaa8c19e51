import { Injectable } from '@nestjs/common';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { generatedIcon } from '../domain/generated-icon.js';
import { type IconFile, LinkExpired } from '../domain/icon-file.js';
import { readGeneratedKey, typeOfKey } from '../domain/icon-key.js';
import { IconLinks, IconStore } from './ports/template-icons.js';

/** Shows an icon to any holder of a link to it. */
@Injectable()
export class OpenIconLink {
  constructor(
    private readonly links: IconLinks,
    private readonly store: IconStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param expires seconds since 1970
   * @throws Forbidden for a link that was not made here; LinkExpired; NotFound when the icon is gone; Unavailable
   */
  async execute(key: string, expires: number, signature: string): Promise<IconFile> {
    // Only the holder of a genuine link learns more.
    if (!(await this.links.isGenuine(key, expires, signature)))
      throw new Forbidden('This service did not make the link. Read the template again for a new one.');
    if (this.clock.now().getTime() > expires * 1000) throw new LinkExpired();
    const generated = readGeneratedKey(key);
    if (generated !== null) return generatedIcon(generated.templateId, generated.initials);
    const type = typeOfKey(key);
    const bytes = type === null ? null : await this.store.get(key);
    if (type === null || bytes === null) throw new NotFound('Icon');
    return { type, bytes };
  }
}
