export interface RecognisedDevice {
  /** `null`: not a trusted device of this user. */
  readonly deviceId: number | null;
  /** Of the token that stands for the device from now on. */
  readonly tokenHash: Uint8Array | null;
  /** To hand out with the answer. */
  readonly newToken: string | null;
}

export interface ActivationOffer {
  readonly activationToken: string;
  readonly deviceName: string;
  readonly expiresIn: number;
}

/** Trusted devices; the devices context answers. */
export abstract class DeviceTrust {
  /** Asked before the password is known: a device whose failures are the owner's rather than a stranger's. */
  abstract knownDevice(userId: number, token: string | null): Promise<number | null>;
  abstract recognise(input: { userId: number; token: string | null; keepsCookies: boolean }): Promise<RecognisedDevice>;
  /** `null` where trusted devices are not allowed. */
  abstract offerActivation(input: {
    userId: number;
    sessionId: number;
    deviceTokenHash: Uint8Array | null;
    deviceName: string;
  }): Promise<ActivationOffer | null>;
}
