import type { components } from '@headgate/client';
import type { Source } from '../engines';

export type TestAnswer = components['schemas']['DataSourceTest'];

type StepName = 'engine' | 'address' | 'reach' | 'tls' | 'login' | 'read' | 'open';

export interface Step {
  readonly name: StepName;
  readonly state: 'passed' | 'failed' | 'not_tried';
}

const OF_SERVER: readonly StepName[] = ['address', 'reach', 'tls', 'login', 'read'];
const OF_FILE: readonly StepName[] = ['engine', 'open', 'read'];

/** At which step an attempt ended that failed with this code. */
const ENDED_AT: Readonly<Record<string, readonly StepName[]>> = {
  ENGINE_UNAVAILABLE: ['engine'],
  HOST_NOT_ALLOWED: ['address'],
  DATA_SOURCE_UNREACHABLE: ['reach', 'open'],
  DATA_SOURCE_TLS_FAILED: ['tls'],
  DATA_SOURCE_LOGIN_FAILED: ['login'],
};

/** What an attempt to connect went through, from its first step to the one that failed. */
export function stepsOf({ connection }: Source, answer: TestAnswer): readonly Step[] {
  const names = stepNamesOf(connection);
  const failed = answer.ok ? null : (ENDED_AT[answer.error.code] ?? ['read']);
  const end = failed === null ? names.length : names.findIndex((name) => failed.includes(name));
  // A step of the other kind of engine: the first of these has it.
  const at = end === -1 ? 0 : end;
  return names.map((name, index) => ({
    name,
    state: index < at ? 'passed' : index === at ? 'failed' : 'not_tried',
  }));
}

/** Where nothing is encrypted, nothing is agreed on. */
function stepNamesOf(connection: Source['connection']): readonly StepName[] {
  if ('file' in connection) return OF_FILE;
  return connection.ssl.mode === 'disable' ? OF_SERVER.filter((name) => name !== 'tls') : OF_SERVER;
}
