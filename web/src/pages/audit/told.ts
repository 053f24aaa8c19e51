import { catalogue, useTexts } from '../../i18n/texts';
import type { AuditEvent } from './trail-api';
import { told as de } from './told-de';
import { told as en } from './told-en';

const all = catalogue(en, de);

/** What was done, as the words before and after the name of the thing; without the latter, no thing stands in the sentence. */
export function useTold(): (action: string) => readonly [string, string?] | undefined {
  const known: Readonly<Record<string, string>> = useTexts(all);
  return (action) => {
    const [before, after] = known[action]?.split('{}') ?? [];
    return before === undefined ? undefined : [before, after];
  };
}

type Told = Pick<AuditEvent, 'target' | 'detail'>;

/** What the events of a page tell of their things. Some of these may be gone since. */
export interface Known {
  readonly names: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
}

export const thingOf = ({ target }: Told): string => `${target?.type} ${target?.id}`;

function nameIn({ target, detail }: Told): string | undefined {
  const name = detail['name'] ?? detail['title'] ?? (target?.type === 'sso_domain' ? detail['domain'] : undefined);
  return typeof name === 'string' ? name : undefined;
}

/** Of several events that name one thing, the newest counts; `events` begin with it. */
export function knownIn(events: readonly AuditEvent[]): Known {
  const names = new Map<string, string>();
  for (const event of events) {
    const name = nameIn(event);
    if (event.target !== null && name !== undefined && !names.has(thingOf(event))) names.set(thingOf(event), name);
  }
  const ended = events.filter(({ action, outcome }) => outcome === 'success' && /\.deleted$|^member\.(?:removed|left)$/.test(action));
  return { names, gone: new Set(ended.map(thingOf)) };
}
