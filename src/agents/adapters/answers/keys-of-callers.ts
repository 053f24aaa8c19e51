import { Injectable } from '@nestjs/common';
import { CallerKeys } from '../../../statements/application/ports/caller-keys.js';
import { AuthenticateKey } from '../../application/authenticate-key.js';

@Injectable()
export class KeysOfCallers extends CallerKeys {
  constructor(private readonly authenticateKey: AuthenticateKey) {
    super();
  }

  require(keyId: number): Promise<void> {
    return this.authenticateKey.confirm(keyId);
  }
}
