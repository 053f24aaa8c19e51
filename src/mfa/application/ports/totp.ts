export abstract class Totp {
  abstract newSecret(): string;
  /** What authenticator apps read, and the same as a PNG data URL. */
  abstract provisioning(secret: string, account: string): { url: string; qrCode: string };
  /**
   * The time step that a code belongs to, or `null` when it is none of the present step and its two neighbours, or not
   * newer than `afterTimeStep`.
   */
  abstract timeStepOf(code: string, secret: string, at: Date, afterTimeStep: number | null): number | null;
}
