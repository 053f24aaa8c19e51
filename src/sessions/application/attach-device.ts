import { Injectable } from '@nestjs/common';
import { Sessions } from './ports/sessions.js';

/** Records that a session belongs to a device that was trusted just now. Joins the unit of work of the activation. */
@Injectable()
export class AttachDevice {
  constructor(private readonly sessions: Sessions) {}

  execute(input: { sessionId: number; deviceId: number }): Promise<void> {
    return this.sessions.attachDevice(input.sessionId, input.deviceId);
  }
}
