export abstract class GuessMails {
  /** By one statement. @returns whether a mail is due: none was sent to the holder since then; false for nobody's account */
  abstract claim(userId: number, at: Date, unlessSince: Date): Promise<boolean>;
}
