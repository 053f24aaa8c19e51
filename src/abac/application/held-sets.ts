/** Sets by organization, within a size. Those that were asked for longest ago make room, but never the latest. */
export class HeldSets<Set extends { readonly bytes: number }> {
  private readonly held = new Map<number, Set>();
  private bytes = 0;

  constructor(
    private readonly mostBytes: number,
    private readonly gone: (organizationId: number) => void,
  ) {}

  get(organizationId: number): Set | undefined {
    return this.held.get(organizationId);
  }

  /** Takes the place of the one before, and goes to the end of the line of those that go. */
  hold(organizationId: number, set: Set): Set {
    this.drop(organizationId);
    this.held.set(organizationId, set);
    this.bytes += set.bytes;
    for (const oldest of this.held.keys()) {
      if (this.bytes <= this.mostBytes || oldest === organizationId) break;
      this.drop(oldest);
      this.gone(oldest);
    }
    return set;
  }

  private drop(organizationId: number): void {
    this.bytes -= this.held.get(organizationId)?.bytes ?? 0;
    this.held.delete(organizationId);
  }
}
