import type { Logger as PinoLogger } from 'pino';

/** What has to be undone at the end, the last first. */
export type Undo = () => Promise<void>;

/** The last first; a part that cannot be stopped keeps no other from it. */
export async function undoAll(undo: Undo[], logger: PinoLogger): Promise<void> {
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) {
    await last().catch((err: unknown) => logger.error({ err }, 'a part could not be stopped'));
  }
}
