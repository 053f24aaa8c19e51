import type { ApiDocument } from './api-contract.js';

export interface NotSeen {
  readonly declared: Readonly<Record<'operations' | 'codes' | 'pairs', number>>;
  readonly operations: readonly string[];
  readonly codes: readonly string[];
  readonly pairs: readonly string[];
  readonly examples: readonly string[];
}

export function compared(document: Pick<ApiDocument, 'paths' | 'components'>, seen: readonly string[]): NotSeen;
