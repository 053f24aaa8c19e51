/** For how many days sealed events stay in the database; `null`: for ever. */
export abstract class Retention {
  abstract readonly days: number | null;
}
