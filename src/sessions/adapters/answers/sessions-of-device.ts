import { Injectable } from '@nestjs/common';
import { AttachDevice } from '../../application/attach-device.js';
import { EndSessionsOfDevice } from '../../application/end-sessions-of-device.js';
import { LockSession } from '../../application/lock-session.js';
import { DeviceSessions } from '../../../devices/application/ports/device-sessions.js';

@Injectable()
export class SessionsOfDevice extends DeviceSessions {
  constructor(
    private readonly lockSession: LockSession,
    private readonly attachDevice: AttachDevice,
    private readonly endSessionsOfDevice: EndSessionsOfDevice,
  ) {
    super();
  }

  lock(session: { id: number; userId: number }): Promise<boolean> {
    return this.lockSession.execute(session);
  }

  attach(sessionId: number, deviceId: number): Promise<void> {
    return this.attachDevice.execute({ sessionId, deviceId });
  }

  endAllOf(device: { id: number; userId: number }): Promise<void> {
    return this.endSessionsOfDevice.execute({ deviceId: device.id, userId: device.userId });
  }
}
