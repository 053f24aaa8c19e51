import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Links } from '../../application/ports/links.js';

/** The token stands behind the `#`, which browsers neither send to servers nor pass on as referrer. */
@Injectable()
export class ConfiguredLinks extends Links {
  constructor(private readonly config: Config) {
    super();
  }

  choosePassword(token: string): string {
    return `${this.config.http.publicUrl}/password-reset#token=${token}`;
  }

  verifyEmail(token: string): string {
    return `${this.config.http.publicUrl}/email-verification#token=${token}`;
  }
}
