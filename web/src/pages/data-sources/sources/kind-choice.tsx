import { catalogue, useTexts } from '../../../i18n/texts';
import { Choice, Choices } from '../../../ui/choice';
import { ENGINES, type Engine } from '../engines';

const texts = catalogue(
  {
    legend: 'What kind of database is it?',
    postgresql: 'A server. Headgate reads its whole schema, with comments and enumerations.',
    mysql: 'A server; MariaDB is read the same way.',
    sqlite: 'A file on the server of this service.',
    duckdb: 'A file on the server of this service.',
  },
  {
    legend: 'Was für eine Datenbank ist es?',
    postgresql: 'Ein Server; das ganze Schema wird gelesen, auch Kommentare und Aufzählungen.',
    mysql: 'Ein Server; MariaDB wird ebenso gelesen.',
    sqlite: 'Eine Datei auf dem Server dieses Dienstes.',
    duckdb: 'Eine Datei auf dem Server dieses Dienstes.',
  },
);

interface KindChoiceProps {
  readonly engine: Engine;
  readonly onChange: (engine: Engine) => void;
}

export function KindChoice({ engine, onChange }: KindChoiceProps) {
  const t = useTexts(texts);
  return (
    <Choices legend={t.legend}>
      {(Object.keys(ENGINES) as Engine[]).map((kind) => (
        <Choice key={kind} group="kind" title={ENGINES[kind]} hint={t[kind]} isChosen={kind === engine} onChoose={() => onChange(kind)} />
      ))}
    </Choices>
  );
}
