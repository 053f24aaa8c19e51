import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Notice } from '../../../ui/notice';
import type { SchemaRead } from './relation';

const texts = catalogue(
  {
    skipped: (count: string) =>
      `${count} ${plural('en', count, { one: 'table was locked, so its', other: 'tables were locked, so their' })} earlier state is shown, if there is one. Discover again later.`,
    show: 'Which ones?',
    more: (count: string) => `and ${count} more`,
  },
  {
    skipped: (count: string) =>
      `An der Quelle gesperrt: ${count} ${plural('de', count, { one: 'Tabelle. Sie erscheint', other: 'Tabellen. Sie erscheinen' })} wie zuvor oder gar nicht. Erfassen Sie später erneut.`,
    show: 'Welche?',
    more: (count: string) => `und ${count} weitere`,
  },
);

const MOST = 100;

export function Skipped({ relations }: { readonly relations: SchemaRead['skipped_relations'] }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (relations.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{t.skipped(number(relations.length))}</p>
      <details>
        <summary>{t.show}</summary>
        <ul>
          {relations.slice(0, MOST).map(({ schema_name, name }) => (
            <li key={`${schema_name}\0${name}`}>
              {schema_name}.{name}
            </li>
          ))}
          {relations.length > MOST && <li>{t.more(number(relations.length - MOST))}</li>}
        </ul>
      </details>
    </Notice>
  );
}
