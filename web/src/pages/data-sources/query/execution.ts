import type { Read } from '../../../session/read';
import type { EXECUTIONS } from './run';

export type Execution = Read<typeof EXECUTIONS>['query_executions'][number];

export const TONES = {
  running: 'info',
  generated: 'info',
  succeeded: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'warning',
  timed_out: 'warning',
} as const satisfies Record<Execution['outcome'], string>;
