import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { Config } from '../../../platform/config/config.js';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Familiarity } from '../../../shared/fair-queue.js';
import { networkOf, partiesOf } from '../../../shared/network.js';
import { PasswordHasher } from '../../application/ports/password-hasher.js';
import { HashQueue } from './hash-queue.js';

/** Names the whole scheme, so that a later scheme can exist beside it until each user has logged in once. */
const SCHEME = 'hs384-bcrypt:';

/**
 * bcrypt over base64(HMAC-SHA-384(pepper, NFC(password))): the pre-hash is 64 characters, so bcrypt's cut at 72 bytes
 * and at NUL never applies.
 */
@Injectable()
export class BcryptPasswordHasher extends PasswordHasher implements OnModuleInit {
  private readonly decoys = new Map<number, Promise<string>>();

  constructor(
    private readonly config: Config,
    private readonly secrets: ApplicationSecrets,
    private readonly queue: HashQueue,
  ) {
    super();
  }

  /** Runs before the first request: the first unknown name must not take longer than the second. */
  async onModuleInit(): Promise<void> {
    await this.decoyOf(this.config.passwords.bcryptCost);
  }

  async hash(password: string, familiarity?: Familiarity): Promise<string> {
    const material = await this.prehash(password);
    const make = async (): Promise<string> => SCHEME + (await bcrypt.hash(material, this.config.passwords.bcryptCost));
    return this.inTurn(make, familiarity);
  }

  async verify(password: string, hash: string | null, familiarity?: Familiarity): Promise<boolean> {
    const material = await this.prehash(password);
    const known = hash?.startsWith(SCHEME) === true ? hash.slice(SCHEME.length) : undefined;
    const judge = (): Promise<boolean> => (known === undefined ? this.pretend(material) : this.compare(material, known));
    return this.inTurn(judge, familiarity);
  }

  isOutdated(hash: string): boolean {
    return !hash.startsWith(SCHEME) || bcrypt.getRounds(hash.slice(SCHEME.length)) < this.config.passwords.bcryptCost;
  }

  private async pretend(material: string): Promise<false> {
    await bcrypt.compare(material, await this.decoyOf(this.config.passwords.bcryptCost));
    return false;
  }

  /**
   * A hash of an older, lower cost c is topped up with decoys of cost c, c+1 ... until it costs as much as a present
   * one: 2^c + (2^c + 2^(c+1) + ...) is exactly 2^cost. Otherwise a quick refusal would tell that the account exists.
   */
  private async compare(material: string, known: string): Promise<boolean> {
    const matches = await bcrypt.compare(material, known);
    for (let cost = bcrypt.getRounds(known); cost < this.config.passwords.bcryptCost; cost += 1) {
      await bcrypt.compare(material, await this.decoyOf(cost));
    }
    return matches;
  }

  private async prehash(password: string): Promise<string> {
    return createHmac('sha384', await this.secrets.value('password_pepper'))
      .update(password.normalize('NFC'), 'utf8')
      .digest('base64');
  }

  /** No password matches it, since base64 text of 64 characters is never empty. */
  private decoyOf(cost: number): Promise<string> {
    const known = this.decoys.get(cost);
    if (known !== undefined) return known;
    const made = bcrypt.hash('', cost);
    this.decoys.set(cost, made);
    return made;
  }

  private inTurn<T>(work: () => Promise<T>, familiarity?: Familiarity): Promise<T> {
    const { ip = null, gone } = currentOrigin() ?? {};
    return this.queue.run(partiesOf(networkOf(ip)), work, gone, familiarity);
  }
}
