import { isIP } from 'node:net';

/** Whether everything on the way there stays on this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, '').toLowerCase();
  if (isIP(name) !== 0) return name === '::1' || name.startsWith('127.');
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * Thrown at start with every problem at once; the messages name the variables and never repeat a value that may be
 * secret.
 */
class ConfigurationInvalid extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationInvalid';
  }
}

/** Reads typed values out of environment variables and collects what is wrong instead of stopping at the first. */
export class Environment {
  private readonly problems: string[] = [];

  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  /** An empty variable counts as unset, because shells and container files can hardly tell the two apart. */
  text(name: string): string | undefined {
    return this.variables[name]?.trim() || undefined;
  }

  integer(name: string, range: { min: number; max: number; default: number }): number {
    const value = this.text(name);
    if (value === undefined) return range.default;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    if (number >= range.min && number <= range.max) return number;
    this.reject(name, `must be a whole number from ${range.min} to ${range.max}`);
    return range.default;
  }

  number(name: string, range: { min: number; max: number; default: number }): number {
    const value = this.text(name);
    if (value === undefined) return range.default;
    const number = /^\d{1,10}(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
    if (number >= range.min && number <= range.max) return number;
    this.reject(name, `must be a number from ${range.min} to ${range.max}`);
    return range.default;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(value)) return true;
    if (['false', '0', 'no', 'off'].includes(value)) return false;
    this.reject(name, 'must be true or false');
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) this.reject(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  url(name: string, protocols: readonly string[]): URL | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url !== undefined && protocols.includes(url.protocol)) return url;
    this.reject(name, `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return undefined;
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  reject(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }

  /** @throws ConfigurationInvalid when any variable was rejected */
  complete(): void {
    if (this.problems.length > 0) throw new ConfigurationInvalid(this.problems);
  }
}
