import { STEPS, type StepId } from './choices';
import { type SsoConnection, isConfigured } from './read-connection';

/** Which steps on the way to a connection in use are done. */
export function isDone(step: StepId, connection: SsoConnection, hasDomain: boolean): boolean {
  switch (step) {
    case 'overview':
      return true;
    case 'domain':
      return hasDomain;
    case 'configuration':
      return isConfigured(connection);
    case 'test':
      return connection.tested_at !== null;
    case 'activate':
      return connection.status === 'active';
  }
}

/** The step at which an unfinished connection continues. */
export function nextStep(connection: SsoConnection, hasDomain: boolean): StepId {
  if (connection.status === 'active' || connection.status === 'disabled') return 'overview';
  return STEPS.find((step) => !isDone(step, connection, hasDomain)) ?? 'overview';
}
