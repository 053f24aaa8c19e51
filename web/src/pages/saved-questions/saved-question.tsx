import { unwrap } from '@headgate/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe, usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Button, LinkButton } from '../../ui/button';
import { DeleteButton } from '../../ui/confirm';
import { Dialog } from '../../ui/dialog';
import { CopyButton } from '../../ui/copy-button';
import { Card, Page, Row } from '../../ui/layout';
import { Notice, Shown } from '../../ui/notice';
import query from '../data-sources/query/query.module.css';
import { type Question, SAVED_QUESTION, SAVED_QUESTIONS, SaveForm, namesOf } from '../data-sources/query/save-form';
import { useStatement } from '../data-sources/query/statement';
import { Answered } from './answered';
import { texts } from './texts';

/** In one file with the page of a question, so that the sign-in page names fewer files. */
export { QuestionList as SavedQuestions } from './saved-questions';
export { BoardList } from './boards';
export { BoardPage } from './board';

/** A question at its own address, answered when it is opened. */
export function SavedQuestion() {
  const t = useTexts(texts);
  const { question: id } = useParams({ strict: false });
  const read = useRead(SAVED_QUESTION, { params: { path: { question_id: Number(id) } } });
  const question = read.data?.saved_question;
  return (
    <Page
      title={question?.title ?? t.title}
      actions={question && <CopyButton value={`${location.origin}/saved-questions/${question.id}`} label={t.link} />}
    >
      <Shown of={read}>
        {({ saved_question }) => <Opened key={saved_question.id} question={saved_question} onReload={() => void read.refetch()} />}
      </Shown>
    </Page>
  );
}

interface OpenedProps {
  readonly question: Question;
  readonly onReload: () => void;
}

function Opened({ question, onReload }: OpenedProps) {
  const t = useTexts(texts);
  const me = useMe();
  const may = usePermissions(question.organization_id, question.workspace_id);
  const mayChange = String(question.created_by_user_id) === me?.user.id || may('query.verify');
  return (
    <>
      {question.description !== '' && <p>{question.description}</p>}
      <Answered question={question} onReload={onReload} />
      <Card title={t.statement}>
        {question.question !== null && <p>{t.asked(question.question)}</p>}
        <Statement question={question} />
      </Card>
      {mayChange && (
        <Row>
          {question.withheld === null && <RenameQuestion question={question} />}
          <DeleteQuestion question={question} />
        </Row>
      )}
    </>
  );
}

function Statement({ question: { id, data_source_id, data_source_name, sql, version, withheld } }: { readonly question: Question }) {
  const t = useTexts(texts);
  const { open } = useStatement(data_source_id);
  return (
    <>
      <p>
        {`${t.source}: `}
        <Link to="/data-sources/$source/query" params={{ source: String(data_source_id) }}>
          {data_source_name}
        </Link>
      </p>
      {sql === null ? (
        <Notice>
          <p>{withheld}</p>
          <p>{t.seen}</p>
        </Notice>
      ) : (
        <>
          <pre className={query['statement']} role="group" tabIndex={0} aria-label={t.statement}>
            {sql}
          </pre>
          <Row>
            <LinkButton
              to="/data-sources/$source/query"
              params={{ source: String(data_source_id) }}
              search={{ saved: id, version }}
              onClick={() => open(sql)}
            >
              {t.edit}
            </LinkButton>
          </Row>
        </>
      )}
    </>
  );
}

function RenameQuestion({ question }: { readonly question: Question }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.rename}
      </Button>
      <Dialog title={t.details} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SaveForm
          label={t.details}
          named={namesOf(question)}
          version={headgate.versionOf(question)}
          send={async (body, over) => {
            const params = { path: { question_id: question.id } };
            return unwrap(await headgate.PATCH(SAVED_QUESTION, { params, body, ifMatch: over })).saved_question;
          }}
          onSaved={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

function DeleteQuestion({ question }: { readonly question: Question }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const remove = useAction(
    async () => unwrap(await headgate.DELETE(SAVED_QUESTION, { params: { path: { question_id: question.id } }, ifMatch: question })),
    { changes: [SAVED_QUESTIONS], onDone: () => void navigate({ to: '/saved-questions', ignoreBlocker: true }) },
  );
  return <DeleteButton words={t} onDelete={() => remove.run(undefined)} isBusy={remove.isRunning} error={remove.error} />;
}
