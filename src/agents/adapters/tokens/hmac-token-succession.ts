import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { TokenSuccession } from '../../application/ports/agent-tokens.js';
import { type AgentCredential, withPrefix } from '../../domain/agent-token.js';

const SECRET = 'agent_token_succession';

@Injectable()
export class HmacTokenSuccession extends TokenSuccession implements OnModuleInit {
  constructor(private readonly secrets: ApplicationSecrets) {
    super();
  }

  /** Made outside every transaction: a key that was made in one and rolled back with it would still be remembered. */
  async onModuleInit(): Promise<void> {
    await this.secrets.value(SECRET);
  }

  async successorOf(text: string, kind: AgentCredential): Promise<string> {
    const mac = createHmac('sha256', await this.secrets.value(SECRET)).update(`${kind} ${text}`, 'utf8');
    return withPrefix(kind, mac.digest('base64url'));
  }
}
