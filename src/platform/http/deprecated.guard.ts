import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

export interface Deprecated {
  /** The day on which the document began to say so: `2026-11-29`. */
  readonly since: string;
  /** From this day on a new version may lack it: half a year later at least. */
  readonly sunset: string;
  /** The operation that takes its place. */
  readonly instead: string;
}

export function deprecationSaid({ since, sunset, instead }: Deprecated): string {
  return `Deprecated since ${since}: call \`${instead}\`. Versions from ${sunset} on may lack it.`;
}

/** Tells callers that the operation ends (RFC 9745, RFC 8594). A guard, so that refusals carry the headers too. */
export class DeprecatedGuard implements CanActivate {
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ since, sunset }: Deprecated) {
    this.headers = {
      Deprecation: `@${Date.parse(since) / 1_000}`,
      Sunset: new Date(sunset).toUTCString(),
      Link: '</docs>; rel="deprecation"; type="text/html"',
    };
  }

  canActivate(context: ExecutionContext): true {
    context.switchToHttp().getResponse<Response>().set(this.headers);
    return true;
  }
}
