import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Unavailable } from '../shared/domain-error.js';
import { type Page, type PageRequest, offsetOf } from '../shared/page.js';

export interface ReceivedMail {
  readonly id: string;
  readonly at: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** As the transport names its files: the time, then the Message-ID. Nothing that leads out of the directory. */
const ID = /^\d{8}T\d{9}Z-[\w@-][\w.@-]{0,199}$/;
const LINK = /https?:\/\/[^\s<>"']+/g;

/** A development package, as the identity provider's are: loaded only when a mail is shown. */
async function mailReader(): Promise<(typeof import('postal-mime'))['default']> {
  try {
    return (await import('postal-mime')).default;
  } catch {
    throw new Unavailable('Mails are read by a package for development. Run npm ci, without --omit=dev.');
  }
}

/** The mails that became files, because there is no mail server. */
@Injectable()
export class Mailbox {
  /** `null` if a mail server takes them. */
  readonly directory: string | null;

  constructor({ mail, dataDirectory }: Config) {
    this.directory = mail.smtpUrl === undefined ? join(dataDirectory, 'mail') : null;
  }

  /** The newest first. */
  async list(request: PageRequest): Promise<Page<ReceivedMail>> {
    const ids = await this.ids();
    const offset = offsetOf(request);
    const found = await Promise.all(ids.slice(offset, offset + request.limit).map((id) => this.read(id)));
    return { items: found.filter((mail) => mail !== null), total: ids.length };
  }

  async read(id: string): Promise<ReceivedMail | null> {
    if (this.directory === null || !ID.test(id)) return null;
    const file = await readFile(join(this.directory, `${id}.eml`)).catch(() => null);
    if (file === null) return null;
    const PostalMime = await mailReader();
    const { from, to, subject, date, text } = await PostalMime.parse(file);
    return {
      id,
      at: new Date(date ?? 0),
      from: from?.name ? `${from.name} <${from.address ?? ''}>` : (from?.address ?? ''),
      to: (to ?? []).map(({ address }) => address ?? '').join(', '),
      subject: subject ?? '',
      text: text ?? '',
      links: [...new Set((text ?? '').match(LINK) ?? [])].map((link) => link.replace(/[.,;:!?)\]]+$/, '')),
    };
  }

  private async ids(): Promise<string[]> {
    if (this.directory === null) return [];
    const names = await readdir(this.directory).catch(() => []);
    return names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .filter((id) => ID.test(id))
      .sort()
      .reverse();
  }
}
