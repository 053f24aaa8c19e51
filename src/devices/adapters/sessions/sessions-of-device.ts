import { Injectable } from '@nestjs/common';
import { AttachDevice } from '../../../sessions/application/attach-device.js';
import { EndSessionsOfDevice } from '../../../sessions/application/end-sessions-of-device.js';
import { HoldSession } from '../../../sessions/application/hold-session.js';
import { DeviceSessions } from '../../application/ports/owner.js';

@Injectable()
export class SessionsOfDevice extends DeviceSessions {
  constructor(
    private readonly holdSession: HoldSession,
    private readonly attachDevice: AttachDevice,
    private readonly endSessionsOfDevice: EndSessionsOfDevice,
  ) {
    super();
  }

  hold(session: { id: number; userId: number }): Promise<boolean> {
    return this.holdSession.execute(session);
  }

  attach(sessionId: number, deviceId: number): Promise<void> {
    return this.attachDevice.execute({ sessionId, deviceId });
  }

  endAllOf(device: { id: number; userId: number }): Promise<void> {
    return this.endSessionsOfDevice.execute({ deviceId: device.id, userId: device.userId });
  }
}
