import type { Contact } from '../../../shared/mail-to.js';

/** Who can do something about a wave that was paused; the organizations context answers. */
export abstract class Enforcers {
  abstract of(organizationId: number): Promise<readonly Contact[]>;
}
