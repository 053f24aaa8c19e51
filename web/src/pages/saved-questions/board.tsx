import { unwrap } from '@headgate/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { permissionsIn, useMe } from '../../session/me';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/confirm';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Page, Row } from '../../ui/layout';
import { Notice, Shown } from '../../ui/notice';
import { SAVED_QUESTION } from '../data-sources/query/save-form';
import { Answered } from './answered';
import { BOARD, BOARDS, type Board } from './board-api';
import { BoardForm } from './board-form';
import { boardTexts } from './board-texts';
import styles from './boards.module.css';
import { texts } from './texts';

/** How many answers are waited for at the same time: a board must not take all the places at a data source. */
const AT_ONCE = 3;

/** Saved questions side by side, each answered under the rights of the reader. */
export function BoardPage() {
  const t = useTexts(boardTexts);
  const { link } = useTexts(texts);
  const { board: id } = useParams({ strict: false });
  const read = useRead(BOARD, { params: { path: { board_id: Number(id) } } });
  const board = read.data?.board;
  return (
    <Page
      title={board?.name ?? t.board}
      actions={board && <CopyButton value={`${location.origin}/saved-questions/boards/${board.id}`} label={link} />}
    >
      <Shown of={read}>{({ board: found }) => <Cards key={found.id} board={found} />}</Shown>
    </Page>
  );
}

type Listed = Board['questions'][number];

function Cards({ board }: { readonly board: Board }) {
  const t = useTexts(boardTexts);
  const [ended, setEnded] = useState<ReadonlySet<number>>(new Set());
  const onEnded = useCallback((id: number) => setEnded((before) => new Set([...before, id])), []);
  const waiting = board.questions.filter(({ id }) => !ended.has(id)).slice(0, AT_ONCE);
  return (
    <>
      {board.questions.length === 0 && <Notice>{t.nothingSeen}</Notice>}
      <div className={styles['cards']}>
        {board.questions.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            isItsTurn={ended.has(question.id) || waiting.some(({ id }) => id === question.id)}
            onEnded={onEnded}
          />
        ))}
      </div>
      <Changes board={board} />
    </>
  );
}

interface QuestionCardProps {
  readonly question: Listed;
  /** Once its turn has come, it stays. */
  readonly isItsTurn: boolean;
  readonly onEnded: (id: number) => void;
}

function QuestionCard({ question: { id, title, description }, isItsTurn, onEnded }: QuestionCardProps) {
  const t = useTexts(boardTexts);
  const heading = useId();
  const read = useRead(SAVED_QUESTION, { params: { path: { question_id: id } } }, { enabled: isItsTurn });
  const end = useCallback(() => onEnded(id), [onEnded, id]);
  // What cannot be read keeps nobody waiting.
  const hasFailed = read.error !== null;
  useEffect(() => {
    if (hasFailed) end();
  }, [hasFailed, end]);
  return (
    <section aria-labelledby={heading} className={styles['card']}>
      <h2 id={heading}>
        <Link to="/saved-questions/$question" params={{ question: String(id) }}>
          {title}
        </Link>
      </h2>
      {description !== '' && <p>{description}</p>}
      {isItsTurn ? (
        <Shown of={read}>
          {({ saved_question }) => <Answered question={saved_question} onReload={() => void read.refetch()} onEnded={end} />}
        </Shown>
      ) : (
        <p>{t.waits}</p>
      )}
    </section>
  );
}

/** For its author, and for people who verify statements. */
function Changes({ board }: { readonly board: Board }) {
  const t = useTexts(boardTexts);
  const me = useMe();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction(async () => unwrap(await headgate.DELETE(BOARD, { params: { path: { board_id: board.id } }, ifMatch: board })), {
    changes: [BOARDS],
    onDone: () => void navigate({ to: '/saved-questions/boards', ignoreBlocker: true }),
  });
  if (me === undefined) return null;
  const verifies = board.questions.every(({ organization_id, workspace_id }) =>
    permissionsIn(me, organization_id, workspace_id).has('query.verify'),
  );
  if (String(board.created_by_user_id) !== me.user.id && !verifies) return null;
  return (
    <Row>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.change}
      </Button>
      <Dialog title={t.change} isOpen={isOpen} onClose={() => setOpen(false)}>
        <BoardForm
          label={t.change}
          organization={board.organization_id}
          board={board}
          onSaved={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
      <DeleteButton words={t} onDelete={() => remove.run(undefined)} isBusy={remove.isRunning} error={remove.error} />
    </Row>
  );
}
