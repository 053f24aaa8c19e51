import type { Attributes, SpanKind } from '@opentelemetry/api';

/** Headers that tell the receiver of a request which trace it belongs to (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string>>;

export interface Span {
  readonly traceId: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  fail(): void;
  end(): void;
}

export type Kind = keyof typeof SpanKind;

/** What tracing does while it is on. */
export interface Tracing {
  /**
   * Work below a new span, which the caller ends. @param from the headers of an incoming request; `null`: there is none
   */
  within<T>(name: string, kind: Kind, attributes: Attributes, work: (span: Span) => T, from?: TraceHeaders | null): T;
  traceId(): string | undefined;
  /** For a request sent from here. */
  headers(): TraceHeaders;
}

// One for the process, as the log is: spans begin in many objects, and it costs nothing while it is off.
let active: Tracing | undefined;

export function traceWith(tracing: Tracing | undefined): void {
  active = tracing;
}

export function tracing(): Tracing | undefined {
  return active;
}

/** Work as its own span, when tracing is on; a span tells that the work failed, and not why. */
export async function traced<T>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: (headers: TraceHeaders) => Promise<T>,
  from?: null,
): Promise<T> {
  if (active === undefined) return work({});
  const on = active;
  return on.within(
    name,
    kind,
    attributes,
    async (span) => {
      try {
        return await work(on.headers());
      } catch (error) {
        span.fail();
        throw error;
      } finally {
        span.end();
      }
    },
    from,
  );
}

/**
 * The name of a prepared statement; for others, the verb and the table. Never a value, even if one was written into the text.
 */
export function nameOfStatement(sql: string | { readonly name: string }): string {
  if (typeof sql !== 'string') return sql.name;
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:FROM|INTO|UPDATE|TABLE)\s+"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
