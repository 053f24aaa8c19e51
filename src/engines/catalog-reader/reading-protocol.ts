import type { MessagePort } from 'node:worker_threads';
import type { FoundSchema, ReadSchema, RowEstimates } from './reading.js';
import type { SourceFacts } from './source-facts.js';
import type { Target } from './target.js';
import type { ReadingFault } from './source-reader.js';

/** What a thread is asked to do. The port carries what it finds; the password travels with the target and ends there. */
export type ReadingTask =
  | { readonly kind: 'probe'; readonly target: Target; readonly timeoutMs: number; readonly port: MessagePort }
  | {
      readonly kind: 'read';
      readonly target: Target;
      readonly timeoutMs: number;
      readonly schemaName: string | null;
      readonly port: MessagePort;
    };

/** From the thread; each is answered, so that a fast source cannot flood the service. */
export type Finding =
  | { readonly kind: 'found'; readonly schemas: readonly FoundSchema[]; readonly facts: SourceFacts | null }
  | { readonly kind: 'relations'; readonly schema: string; readonly arrays: readonly string[]; readonly count: number }
  | { readonly kind: 'estimates'; readonly schema: string; readonly estimates: RowEstimates }
  | { readonly kind: 'read'; readonly schema: string; readonly result: ReadSchema };

/** From a thread that runs a statement: its connection stands, or its price is known. It is answered when the statement may still go out. */
export interface Ready {
  readonly kind: 'ready';
}

/** To the thread: continue (with the schemas that are wanted), or stop and leave nothing at the source. */
export type Reply = { readonly kind: 'go'; readonly wanted?: readonly string[] } | { readonly kind: 'stop' };

/** How the task ended. An error crosses threads as its meaning, because its class and cause would be lost. */
export type ReadingEnd =
  | { readonly ok: true; readonly serverVersion: string; readonly latencyMs: number; readonly mayWrite: boolean }
  | { readonly ok: false; readonly fault: ReadingFault | 'SCHEMA_NOT_FOUND' | 'ENGINE_UNAVAILABLE' | 'STOPPED' }
  | { readonly ok: false; readonly fault: 'UNKNOWN'; readonly stack: string };
