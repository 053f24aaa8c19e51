import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Empty, Notice } from '../../../ui/notice';
import type { Source } from '../engines';
import { SCHEMA } from '../schema/relation';
import { DEMO_SOURCE, texts as examples, examplesFrom } from './examples';

const texts = catalogue(
  {
    title: 'Ask this data source a question',
    lead: 'A language model writes the statement from the names of the schema, the guard checks it, and the rows come with a sentence. You see each step, and you can ask follow-up questions.',
    examples: 'For example',
    undiscovered: 'The schema of this data source is not known yet. Your first question reads it, which may take a while.',
    mayNot: 'The schema of this data source is not known yet, and your role may not discover it. Ask an administrator of the organization.',
  },
  {
    title: 'Stellen Sie dieser Datenquelle eine Frage',
    lead: 'Ein Sprachmodell schreibt die Anweisung aus den Namen des Schemas, die Prüfung urteilt darüber, und die Zeilen kommen mit einem Satz. Sie sehen jeden Schritt. Fragen Sie weiter: Die Frage davor ist nicht vergessen.',
    examples: 'Zum Beispiel',
    undiscovered: 'Das Schema dieser Datenquelle ist noch nicht bekannt. Ihre erste Frage lässt es lesen; das kann eine Weile dauern.',
    mayNot:
      'Das Schema dieser Datenquelle ist noch nicht bekannt, und Ihre Rolle erlaubt nicht, es zu lesen. Bitten Sie die Administratoren der Organisation, es zu erfassen.',
  },
);

interface BeginningProps {
  readonly source: Source;
  readonly mayDiscover: boolean;
  readonly onAsk: (question: string) => void;
}

/** Before the first question: what this is for, and a question or three to begin with. */
export function Beginning({ source, mayDiscover, onAsk }: BeginningProps) {
  const t = useTexts(texts);
  const questions = useTexts(examples);
  const schema = useRead(SCHEMA, { params: { path: { data_source_id: source.id }, query: { page: 1, limit: 100 } } });
  const options = useRead('/api/auth/sign-in-options', {});
  const isDemo = options.data?.demo === true && source.name === DEMO_SOURCE;
  const offered = isDemo ? [questions.demo1, questions.demo2, questions.demo3] : examplesFrom(schema.data?.tables ?? [], questions);
  return (
    <>
      {schema.error?.code === 'SCHEMA_NOT_DISCOVERED' && (
        <Notice tone={mayDiscover ? 'info' : 'warning'}>{mayDiscover ? t.undiscovered : t.mayNot}</Notice>
      )}
      <Empty
        title={t.title}
        action={
          offered.length > 0 && (
            <>
              <strong>{t.examples}</strong>
              <Row>
                {offered.map((question) => (
                  <Button key={question} onClick={() => onAsk(question)}>
                    {question}
                  </Button>
                ))}
              </Row>
            </>
          )
        }
      >
        {t.lead}
      </Empty>
    </>
  );
}
