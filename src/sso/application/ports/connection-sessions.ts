/** Sessions that were opened through a connection; the sessions context answers. */
export abstract class ConnectionSessions {
  /** Joins the unit of work. */
  abstract endAll(connectionId: number, actorUserId: number): Promise<void>;
}
