/** How many days sealed events stay in the database; `null`: forever. */
export abstract class Retention {
  abstract readonly days: number | null;
}
