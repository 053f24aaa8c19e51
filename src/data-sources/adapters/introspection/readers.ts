import type { Engine } from '../../domain/engine.js';
import type { SourceReader } from './source-reader.js';

/** Each driver is loaded in the thread that needs it, and not before. */
export async function readerOf(engine: Engine): Promise<SourceReader> {
  throw new Error(`No reader for ${engine}.`);
}
