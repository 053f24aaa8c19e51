import { Injectable } from '@nestjs/common';
import { mintReadableToken } from '../../shared/readable-token.js';
import { RecoveryCodes } from './ports/factors.js';

const COUNT = 10;

/**
 * Makes ten codes, each of which replaces a lost factor once. They are shown now and never again: only their hashes are
 * kept.
 */
@Injectable()
export class IssueRecoveryCodes {
  constructor(private readonly recoveryCodes: RecoveryCodes) {}

  /** Joins the unit of work of the change that asks for it; older codes become void. */
  async execute(userId: number): Promise<readonly string[]> {
    const minted = Array.from({ length: COUNT }, mintReadableToken);
    await this.recoveryCodes.replace(
      userId,
      minted.map(({ hash }) => hash),
    );
    return minted.map(({ token }) => token);
  }
}
