import { catalogue, useTexts } from '../../../i18n/texts';
import { Notice } from '../../../ui/notice';
import { PolicyLinks, WhomToAsk, useDataPolicies } from './kept-back';
import type { Answer } from './run';

const texts = catalogue(
  {
    title: 'Data policies of your organization hide part of this from you.',
    rows: (relation: string) => `Of ${relation} you see only some rows.`,
    masks: (relation: string, columns: string) => `Masked columns of ${relation}: ${columns}.`,
    other: (relation: string) => `Of ${relation} you may not see everything.`,
    policies: 'Policies:',
    null: 'always empty',
    hash: 'shown as a hash',
    last_four: 'only the last four characters',
    year: 'only the year',
  },
  {
    title: 'Datenregeln Ihrer Organisation halten einen Teil davon zurück.',
    rows: (relation: string) => `Von ${relation} sehen Sie nur manche Zeilen.`,
    masks: (relation: string, columns: string) => `Von ${relation} sind diese Spalten maskiert: ${columns}.`,
    other: (relation: string) => `Von ${relation} dürfen Sie nicht alles sehen.`,
    policies: 'Regeln:',
    null: 'immer leer',
    hash: 'als Hash gezeigt',
    last_four: 'nur die letzten vier Zeichen',
    year: 'nur das Jahr',
  },
);

interface RestrictedProps {
  readonly by: readonly Restriction[];
  /** Left out on the pages of a data source. */
  readonly source?: number | undefined;
}

type Restriction = Answer['restrictions'][number];

/** Says what data policies kept from the person, so that they know why rows or values are missing. */
export function Restricted({ by, source }: RestrictedProps) {
  const t = useTexts(texts);
  const known = useDataPolicies(source, by.length > 0);
  if (by.length === 0) return null;
  const sentencesOf = ({ schema, relation, rows_filtered: isFiltered, masked_columns: masked }: Restriction) => {
    const name = `${schema}.${relation}`;
    const columns = masked.map((column) => `${column.name} (${t[column.mask]})`).join(', ');
    return [
      ...(isFiltered ? [t.rows(name)] : []),
      ...(masked.length > 0 ? [t.masks(name, columns)] : []),
      ...(!isFiltered && masked.length === 0 ? [t.other(name)] : []),
    ].join(' ');
  };
  return (
    <Notice tone="warning">
      <p>{t.title}</p>
      <ul>
        {by.map((one) => (
          <li key={`${one.schema}\0${one.relation}`}>
            {sentencesOf(one)} {t.policies}{' '}
            <PolicyLinks
              policies={one.policies.map((name) => known.find((policy) => policy.name === name) ?? { id: null, name })}
              source={source}
            />
          </li>
        ))}
      </ul>
      {known.length === 0 && (
        <p>
          <WhomToAsk />
        </p>
      )}
    </Notice>
  );
}
