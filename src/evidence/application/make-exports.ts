import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { Clock } from '../../shared/ports/clock.js';
import { Faults } from '../../shared/ports/faults.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { exportReadyMail } from '../domain/export-mails.js';
import { type Export, MOST_FAILURES, expiryOf, subjectOf } from '../domain/export.js';
import { Archive } from './ports/archive.js';
import { Exports } from './ports/exports.js';

/**
 * Makes the exports that wait, one at a time over all instances, so that they leave the workers to everything else. Each is made in one
 * unit of work: it shows one moment, and an instance that is killed leaves nothing of it. Then the next run makes it.
 */
@Injectable()
export class MakeExports {
  constructor(
    private readonly exports: Exports,
    private readonly archive: Archive,
    private readonly findAccount: FindAccount,
    private readonly mailer: Mailer,
    private readonly origin: ServiceOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: Faults,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    while (await this.makeNext());
  }

  /** @returns `false` when none waits, or to leave it to another run: somebody else is at it, or it has failed */
  private async makeNext(): Promise<boolean> {
    let begun: Export | null = null;
    try {
      return await this.unitOfWork.run(async () => {
        begun = (await this.exports.claim()) ? await this.exports.nextWaiting() : null;
        if (begun !== null) await this.fill(begun);
        return begun !== null;
      });
    } catch (error) {
      this.faults.report(error, 'An export could not be made.');
      if (begun !== null) await this.noteFailure(begun);
      return false;
    }
  }

  private async noteFailure({ id, failures }: Export): Promise<void> {
    const now = this.clock.now();
    const isLast = failures + 1 >= MOST_FAILURES;
    await this.exports.noteFailure(id, isLast ? { finishedAt: now, expiresAt: expiryOf(now) } : null);
  }

  private async fill(one: Export): Promise<void> {
    const { parts, sha256 } = this.archive.pack(one, this.clock.now());
    let [position, size] = [0, 0];
    for await (const part of parts) {
      await this.exports.addPart(one.id, position, part);
      position += 1;
      size += part.byteLength;
    }
    const finishedAt = this.clock.now();
    const expiresAt = expiryOf(finishedAt);
    await this.exports.finish(one.id, { finishedAt, expiresAt, size, sha256: sha256() });
    const asker = await this.findAccount.execute(one.requestedBy);
    if (asker !== null) await this.mailer.send(exportReadyMail(asker, subjectOf(one), expiresAt, this.origin));
  }
}
