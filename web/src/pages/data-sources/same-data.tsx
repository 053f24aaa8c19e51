import { catalogue, useTexts } from '../../i18n/texts';

const texts = catalogue(
  {
    hidden: 'a data source that you may not see',
    gone: (name: string) => `${name} (deleted or pointed elsewhere)`,
    closed: (name: string) => `${name}: closed until someone who may activate policies opens it`,
    shown: (name: string) => `${name}: open, with its own policies alone`,
  },
  {
    hidden: 'eine Datenquelle, die Sie nicht sehen dürfen',
    gone: (name: string) => `${name} (gelöscht oder auf andere Daten umgestellt)`,
    closed: (name: string) => `${name}: geschlossen, bis eine Person sie öffnet, die Regeln aktivieren darf`,
    shown: (name: string) => `${name}: offen, nur mit ihren eigenen Regeln`,
  },
);

interface SameSource {
  readonly data_source_id: number | null;
  readonly name: string | null;
  readonly closed: boolean;
}

/** Other data sources that read the same data. */
export function SameData({ sources }: { readonly sources: readonly SameSource[] }) {
  const t = useTexts(texts);
  return (
    <ul>
      {sources.map(({ data_source_id, name, closed }, index) => {
        const called = name ?? t.hidden;
        const text = data_source_id === null ? t.gone(called) : closed ? t.closed(called) : t.shown(called);
        return <li key={data_source_id ?? `gone ${index}`}>{text}</li>;
      })}
    </ul>
  );
}
