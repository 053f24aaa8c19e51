/** Calls `beat` each second while the work continues; a beat that fails is logged and not fatal. */
export abstract class Heartbeat {
  abstract during<T>(work: Promise<T>, beat: () => Promise<void>): Promise<T>;
}
