import { Injectable } from '@nestjs/common';
import { EndSessionsOfConnection } from '../../../sessions/application/end-sessions-of-connection.js';
import { ConnectionSessions } from '../../application/ports/connection-sessions.js';

@Injectable()
export class SessionsOfConnection extends ConnectionSessions {
  constructor(private readonly endSessions: EndSessionsOfConnection) {
    super();
  }

  async endAll(connectionId: number, actorUserId: number): Promise<void> {
    await this.endSessions.execute({ connectionId, reason: 'sso_connection_closed', actorUserId });
  }
}
