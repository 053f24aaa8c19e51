import { Injectable } from '@nestjs/common';
import { AttachDevice } from '../../application/attach-device.js';
import { EndSessionsOfDevice } from '../../application/end-sessions-of-device.js';
import { HoldSession } from '../../application/hold-session.js';
import { DeviceSessions } from '../../../devices/application/ports/device-sessions.js';

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
