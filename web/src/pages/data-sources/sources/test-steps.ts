import type { components } from '@headgate/client';

export type TestAnswer = components['schemas']['DataSourceTest'];

type StepName = 'engine' | 'address' | 'reach' | 'tls' | 'login' | 'read' | 'open';

export interface Step {
  readonly name: StepName;
  readonly state: 'passed' | 'failed' | 'not_tried';
}

/** What of a connection decides about its steps; `null` for a file. */
export type Encryption = 'disable' | 'some' | null;

const OF_SERVER: readonly StepName[] = ['address', 'reach', 'tls', 'login', 'read'];
const OF_FILE: readonly StepName[] = ['engine', 'open', 'read'];

/** The step at which an attempt with this error code failed. */
const ENDED_AT: Readonly<Record<string, readonly StepName[]>> = {
  ENGINE_UNAVAILABLE: ['engine'],
  HOST_NOT_ALLOWED: ['address'],
  DATA_SOURCE_UNREACHABLE: ['reach', 'open'],
  DATA_SOURCE_TLS_FAILED: ['tls'],
  DATA_SOURCE_LOGIN_FAILED: ['login'],
};

/** What an attempt to connect went through, from its first step to the one that failed. */
export function stepsOf(encryption: Encryption, answer: TestAnswer): readonly Step[] {
  const names = stepNamesOf(encryption);
  const failed = answer.ok ? null : (ENDED_AT[answer.error.code] ?? ['read']);
  const end = failed === null ? names.length : names.findIndex((name) => failed.includes(name));
  // A step of the other kind of engine: the first of these covers it.
  const at = end === -1 ? 0 : end;
  return names.map((name, index) => ({
    name,
    state: index < at ? 'passed' : index === at ? 'failed' : 'not_tried',
  }));
}

/** Without encryption this step is left out. */
function stepNamesOf(encryption: Encryption): readonly StepName[] {
  if (encryption === null) return OF_FILE;
  return encryption === 'disable' ? OF_SERVER.filter((name) => name !== 'tls') : OF_SERVER;
}
