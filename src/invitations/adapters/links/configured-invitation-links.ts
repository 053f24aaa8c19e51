import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { InvitationLinks } from '../../application/ports/invitation-links.js';

@Injectable()
export class ConfiguredInvitationLinks extends InvitationLinks {
  constructor(private readonly config: Config) {
    super();
  }

  of(token: string): string {
    return `${this.config.http.publicUrl}/invitations/${token}`;
  }
}
