import type { FactoryProvider, Type } from '@nestjs/common';
import { type JobPayload, JobRegistry } from '../../shared/ports/jobs.js';

/**
 * A line among the providers of a module: executes the use case at these times, once over all instances.
 * @param cron five fields, in UTC
 * @param run what is executed, if that is more than `execute()`
 */
export function scheduled<T extends { execute(): Promise<unknown> }>(name: string, cron: string, useCase: Type<T>): FactoryProvider;
export function scheduled<T>(name: string, cron: string, useCase: Type<T>, run: (useCase: T) => Promise<unknown>): FactoryProvider;
export function scheduled<T>(
  name: string,
  cron: string,
  useCase: Type<T>,
  run: (useCase: T) => Promise<unknown> = (it) => (it as { execute(): Promise<unknown> }).execute(),
): FactoryProvider {
  const enter = (registry: JobRegistry, it: T): void =>
    registry.schedule(name, cron, async () => {
      await run(it);
    });
  return { provide: `scheduled job ${name}`, useFactory: enter, inject: [JobRegistry, useCase] };
}

/** The same for an enqueued job. It may run more than once. */
export function handled<T>(name: string, useCase: Type<T>, run: (useCase: T, payload: JobPayload) => Promise<unknown>): FactoryProvider {
  const enter = (registry: JobRegistry, it: T): void =>
    registry.handle(name, async (payload) => {
      await run(it, payload);
    });
  return { provide: `job ${name}`, useFactory: enter, inject: [JobRegistry, useCase] };
}
