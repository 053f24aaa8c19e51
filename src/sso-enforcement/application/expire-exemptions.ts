import { Injectable } from '@nestjs/common';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { Clock } from '../../shared/ports/clock.js';
import { EndExemption } from './end-exemption.js';
import { Exemptions } from './ports/exemptions.js';

const AT_ONCE = 500;

/** Records that exemptions have ended, and tells the people. No login waits for it: the time itself decides. */
@Injectable()
export class ExpireExemptions {
  constructor(
    private readonly exemptions: Exemptions,
    private readonly endExemption: EndExemption,
    private readonly clock: Clock,
  ) {}

  /** It can run again at any time. @returns how many */
  async execute(): Promise<number> {
    let count = 0;
    await forEachSettled(await this.exemptions.ended(this.clock.now(), AT_ONCE), async (key) => {
      if (await this.endExemption.expire(key)) count += 1;
    });
    return count;
  }
}
