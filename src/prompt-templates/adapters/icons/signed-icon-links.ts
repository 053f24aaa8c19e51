import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { IconLinks } from '../../application/ports/template-icons.js';

@Injectable()
export class SignedIconLinks extends IconLinks {
  constructor(
    private readonly config: Config,
    private readonly secrets: ApplicationSecrets,
  ) {
    super();
  }

  async linkTo(key: string, expires: Date): Promise<string> {
    const seconds = Math.floor(expires.getTime() / 1000);
    const signature = await this.signatureOf(key, seconds);
    return `${this.config.http.publicUrl}/icons/${encodeURIComponent(key)}?expires=${seconds}&signature=${signature}`;
  }

  async isGenuine(key: string, expires: number, signature: string): Promise<boolean> {
    // Compared as texts: another text that decodes to the same bytes is not our signature.
    const [own, given] = [Buffer.from(await this.signatureOf(key, expires)), Buffer.from(signature)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  private async signatureOf(key: string, expires: number): Promise<string> {
    return createHmac('sha256', await this.secrets.value('icon_links'))
      .update(`${expires}\n${key}`)
      .digest('base64url');
  }
}
