export abstract class PoliciesToReview {
  /** Takes an organization whose policies are from before the upgrade; another start gets it if the unit of work fails. */
  abstract next(): Promise<number | null>;
}
