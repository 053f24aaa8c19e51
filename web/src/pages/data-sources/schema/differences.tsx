import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/layout';
import { Badge, Shown } from '../../../ui/notice';
import { Pager } from '../../../ui/table';
import { type Difference, partsOf, placeOf, valueOf } from './difference';
import { texts as words } from './difference-texts';
import { SCHEMA } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  {
    title: 'What changed',
    between: (from: string, to: string) => `Between ${from} and ${to}.`,
    first: (to: string) => `There is nothing earlier than ${to} to compare with.`,
    none: 'The two are the same.',
    more: (count: string) => `And ${count} more on this page`,
  },
  {
    title: 'Was sich geändert hat',
    between: (from: string, to: string) => `Zwischen ${from} und ${to}.`,
    first: (to: string) => `Vor ${to} gibt es nichts, womit man vergleichen könnte.`,
    none: 'Die beiden unterscheiden sich nicht.',
    more: (count: string) => `Und ${count} weitere auf dieser Seite`,
  },
);

interface DifferencesProps {
  readonly source: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function Differences({ source, from, to }: DifferencesProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const page = usePageOf('differences');
  const read = useRead(`${SCHEMA}/diff`, {
    params: {
      path: { data_source_id: source },
      query: {
        page,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      },
    },
  });
  return (
    <Card title={t.title}>
      <Shown of={read}>
        {({ from: earlier, to: later, differences, pagination }) => (
          <>
            <p>{earlier === null ? t.first(moment(later.taken_at)) : t.between(moment(earlier.taken_at), moment(later.taken_at))}</p>
            {earlier !== null && differences.length === 0 && <p>{t.none}</p>}
            {differences.length > 0 && <List key={page} differences={differences} />}
            <Pager pagination={pagination} list="differences" />
          </>
        )}
      </Shown>
    </Card>
  );
}

/** The service sends the differences of 500 tables as one page, which may be thousands of lines. */
const AT_ONCE = 200;

function List({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      <ul className={styles['differences']}>
        {differences.slice(0, shown).map((difference, index) => (
          <Line key={index} difference={difference} />
        ))}
      </ul>
      {differences.length > shown && (
        <Button onClick={() => setShown(shown + AT_ONCE)}>{t.more(number(differences.length - shown))}</Button>
      )}
    </>
  );
}

const TONES = { added: 'good', dropped: 'bad', renamed: 'info', changed: 'info' } as const;

function Line({ difference }: { readonly difference: Difference }) {
  const t = useTexts(words);
  const { what, way } = partsOf(difference.kind);
  const [from, to] = [valueOf(difference.from), valueOf(difference.to)];
  return (
    <li data-way={way}>
      <span>
        <Badge tone={TONES[way]}>{t[way]}</Badge> <span>{t.what(what)}</span> <strong>{placeOf(difference)}</strong>
        {difference.attribute !== undefined && <span>{`: ${t.attribute(difference.attribute)}`}</span>}
      </span>
      {(from !== null || to !== null) && (
        <span>
          {from !== null && (
            <del>
              <code>{from}</code>
            </del>
          )}
          {from !== null && to !== null && <span> → </span>}
          {to !== null && (
            <ins>
              <code>{to}</code>
            </ins>
          )}
        </span>
      )}
    </li>
  );
}
