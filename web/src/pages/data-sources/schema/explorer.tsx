import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Empty } from '../../../ui/notice';
import type { SchemaRead } from './relation';
import { RelationList } from './relation-list';
import styles from './schema.module.css';
import { SchemaTree } from './schema-tree';
import { TableSheet } from './table-sheet';

const texts = catalogue(
  {
    search: 'Search tables and columns',
    hint: 'Searches names and comments, then similar words.',
    go: 'Search',
    clear: 'Show all',
    tree: 'Tables by schema',
    chooseTitle: 'Choose a table',
    choose: 'Open a schema and choose a table or view to see its columns, keys and neighbours.',
  },
  {
    search: 'Tabellen und Spalten suchen',
    hint: 'Ein Text in Namen oder Kommentar; kommt er nirgends vor, ähnliche Wörter.',
    go: 'Suchen',
    clear: 'Alle zeigen',
    tree: 'Tabellen nach Schema',
    chooseTitle: 'Wählen Sie eine Tabelle',
    choose: 'Öffnen Sie ein Schema und wählen Sie eine Tabelle oder Sicht; dann sehen Sie Spalten, Schlüssel und Nachbarn.',
  },
);

interface ExplorerProps {
  readonly source: number;
  readonly may: (permission: string) => boolean;
  readonly schemas: SchemaRead['schemas'];
}

/** The tree on one side, the sheet of the chosen table on the other. */
export function Explorer({ source, may, schemas }: ExplorerProps) {
  const t = useTexts(texts);
  const { schema, table, search } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  return (
    <div className={styles['explorer']}>
      <nav className={styles['tree']} aria-label={t.tree}>
        <Search key={search} />
        {search === undefined ? (
          <SchemaTree source={source} schemas={schemas} />
        ) : (
          <RelationList source={source} query={{ search }} isQualified />
        )}
      </nav>
      {schema !== undefined && table !== undefined ? (
        <TableSheet source={source} may={may} schema={schema} table={table} />
      ) : (
        <Empty title={t.chooseTitle}>{t.choose}</Empty>
      )}
    </div>
  );
}

function Search() {
  const t = useTexts(texts);
  const { search } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const navigate = useNavigate({ from: '/data-sources/$source/schema' });
  const [text, setText] = useState(search ?? '');
  const look = (wanted: string): void =>
    void navigate({
      search: (before) => ({ ...before, search: wanted === '' ? undefined : wanted, page: undefined }),
    });
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        look(text.trim());
      }}
    >
      <TextField
        label={t.search}
        hint={t.hint}
        type="search"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit">{t.go}</Button>
        {search !== undefined && (
          <Button look="quiet" onClick={() => look('')}>
            {t.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
