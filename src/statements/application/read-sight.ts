import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DataPolicies, type KeptPlace } from './ports/data-policies.js';

/** Tells what policies let a person see of a data source at this moment, without saying what that is. */
@Injectable()
export class ReadSight {
  constructor(private readonly dataPolicies: DataPolicies) {}

  /** While it is the same, so is all that they see. @returns `null` if nothing is restricted @throws Forbidden, Unavailable */
  execute(caller: Caller, place: KeptPlace): Promise<string | null> {
    return this.dataPolicies.sightOf(caller, place);
  }

  /** Whether nothing of the source is restricted for them. @throws Unavailable */
  async isWhole(caller: Caller, source: DataSource): Promise<boolean> {
    return (await this.dataPolicies.restrictionsOf(caller, source, [])) === null;
  }
}
