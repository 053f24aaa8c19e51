/** The sessions that were opened on a device; the sessions context answers. */
export abstract class DeviceSessions {
  /** Keeps the session from ending or stepping up until the unit of work ends. @returns false when it has ended */
  abstract lock(session: { id: number; userId: number }): Promise<boolean>;
  /** Marks the session as one of this device. */
  abstract attach(sessionId: number, deviceId: number): Promise<void>;
  abstract endAllOf(device: { id: number; userId: number }): Promise<void>;
}
