export abstract class GuessMails {
  /**
   * By one statement.
   * @returns whether a mail is due: none was sent to the holder since then. False for nobody's account, and where there is no password
   * to guess
   */
  abstract claim(userId: number, at: Date, unlessSince: Date): Promise<boolean>;
}
