import type { Environment } from './environment.js';

export interface ManagementConfig {
  readonly port: number;
  /** `METRICS_PORT` is its name up to version 0.2. */
  readonly variable: 'MANAGEMENT_PORT' | 'METRICS_PORT';
}

/** @param port of the clients */
export function managementOf(env: Environment, port: number): ManagementConfig | undefined {
  const given = (['MANAGEMENT_PORT', 'METRICS_PORT'] as const).flatMap((variable) => {
    const own = env.integer(variable, { min: 1, max: 65_535, default: 0 });
    return own === 0 ? [] : [{ variable, port: own }];
  });
  const [management, other] = given;
  if (management === undefined) return undefined;
  if (management.port === port) env.reject(management.variable, 'must not be PORT: give health and metrics a port of their own');
  if (other !== undefined && other.port !== management.port)
    env.reject(other.variable, 'is the old name of MANAGEMENT_PORT and says something else: remove it');
  return management;
}
