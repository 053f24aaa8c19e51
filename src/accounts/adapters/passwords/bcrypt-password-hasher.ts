import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { Config } from '../../../platform/config/config.js';
import { PasswordHasher } from '../../application/ports/password-hasher.js';
import { HashQueue } from './hash-queue.js';
import { Pepper } from './pepper.js';

/** Names the whole scheme, so that a later one can live beside it until each user has logged in once. */
const SCHEME = 'hs384-bcrypt:';

/**
 * bcrypt over base64(HMAC-SHA-384(pepper, NFC(password))): the pre-hash is 64 characters, so bcrypt's cut at 72 bytes
 * and at NUL never applies.
 */
@Injectable()
export class BcryptPasswordHasher extends PasswordHasher {
  private decoy: Promise<string> | undefined;

  constructor(
    private readonly config: Config,
    private readonly pepper: Pepper,
    private readonly queue: HashQueue,
  ) {
    super();
  }

  async hash(password: string): Promise<string> {
    const material = await this.prehash(password);
    return this.queue.run(async () => SCHEME + (await bcrypt.hash(material, this.config.passwords.bcryptCost)));
  }

  async verify(password: string, hash: string | null): Promise<boolean> {
    const material = await this.prehash(password);
    const known = hash?.startsWith(SCHEME) === true ? hash.slice(SCHEME.length) : undefined;
    const against = known ?? (await this.decoyHash());
    const matches = await this.queue.run(() => bcrypt.compare(material, against));
    return matches && known !== undefined;
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(SCHEME) || bcrypt.getRounds(hash.slice(SCHEME.length)) < this.config.passwords.bcryptCost;
  }

  private async prehash(password: string): Promise<string> {
    return createHmac('sha384', await this.pepper.value())
      .update(password.normalize('NFC'), 'utf8')
      .digest('base64');
  }

  /** Made once with the configured cost; no password leads to it, since no base64 text of 64 characters equals ''. */
  private decoyHash(): Promise<string> {
    this.decoy ??= bcrypt.hash('', this.config.passwords.bcryptCost);
    return this.decoy;
  }
}
