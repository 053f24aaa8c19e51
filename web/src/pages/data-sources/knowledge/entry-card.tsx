import { Link, useNavigate } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { DeleteButton } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { Loading, Notice, Problem } from '../../../ui/notice';
import query from '../query/query.module.css';
import { State } from './entries';
import { EntryForm } from './entry-form';
import { CHANGED, type Draft, type Entry, type Kind, draftOf, entryOf, remove, useEntry, useVersions } from './kinds';
import { texts } from './texts';

const viewOf = (kind: Kind) => (kind === 'pairs' ? {} : { view: 'glossary' as const });

function Back({ kind }: { readonly kind: Kind }) {
  const t = useTexts(texts);
  return (
    <Link to="." search={viewOf(kind)}>
      {t.back}
    </Link>
  );
}

export function NewEntry({ kind, source }: { readonly kind: Kind; readonly source: number }) {
  const t = useTexts(texts);
  const navigate = useNavigate({ from: '/data-sources/$source/knowledge' });
  return (
    <Card title={kind === 'pairs' ? t.newPair : t.newTerm} actions={<Back kind={kind} />}>
      <EntryForm
        kind={kind}
        source={source}
        entry={null}
        onSaved={({ id }) => void navigate({ search: { ...viewOf(kind), entry: id }, replace: true })}
      />
    </Card>
  );
}

interface EditedEntryProps {
  readonly kind: Kind;
  readonly source: number;
  readonly id: number;
  readonly mayWrite: boolean;
}

export function EditedEntry({ kind, source, id, mayWrite }: EditedEntryProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { error, read } = useEntry(kind, id);
  if (read === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <>
        <Problem error={error} />
        <Back kind={kind} />
      </>
    );
  const entry = entryOf(read);
  const { state, problem, unprepared, version, draft } = entry;
  return (
    <Card title={draft.name} actions={<Back kind={kind} />}>
      <Row>
        <State entry={entry} />
        <span>
          {t.version} {number(version)}
        </span>
      </Row>
      {state === 'stale' && <Notice tone="warning">{t.staleText}</Notice>}
      {state === 'valid' && unprepared !== null && (
        <Notice tone="warning">
          <p>{unprepared}</p>
          {mayWrite && <p>{t.unpreparedText}</p>}
        </Notice>
      )}
      {state === 'broken' && (
        <Notice tone="bad">
          <p>{t.brokenText}</p>
          {problem !== null && <p>{problem}</p>}
        </Notice>
      )}
      {mayWrite && read.withheld === null ? (
        <EntryForm key={id} kind={kind} source={source} entry={entry} />
      ) : (
        <Content draft={draft} label={draft.name} withheld={read.withheld} />
      )}
      <Versions kind={kind} id={id} />
      {mayWrite && <DeleteEntry kind={kind} entry={entry} />}
    </Card>
  );
}

interface ContentProps {
  readonly draft: Draft;
  readonly label: string;
  readonly withheld: string | null;
}

function Content({ draft, label, withheld }: ContentProps) {
  return (
    <>
      {draft.definition !== '' && <p>{draft.definition}</p>}
      {draft.synonyms !== '' && <p>{draft.synonyms.split('\n').join(', ')}</p>}
      {withheld !== null && <p>{withheld}</p>}
      {draft.sql !== '' && (
        <pre className={query['statement']} role="group" tabIndex={0} aria-label={label}>
          {draft.sql}
        </pre>
      )}
    </>
  );
}

/** How it was saved before, the latest first. */
function Versions({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const versions = useVersions(kind, id);
  if (versions.length < 2) return null;
  return (
    <details>
      <summary>{t.versions(number(versions.length))}</summary>
      {versions.map((saved) => {
        const title = t.versionOf(number(saved.version), moment(saved.changed_at));
        const draft = draftOf(saved);
        return (
          <section key={saved.version}>
            <h3>{title}</h3>
            <p>{draft.name}</p>
            <Content draft={draft} label={title} withheld={saved.withheld ?? null} />
          </section>
        );
      })}
    </details>
  );
}

function DeleteEntry({ kind, entry }: { readonly kind: Kind; readonly entry: Entry }) {
  const t = useTexts(texts);
  const navigate = useNavigate({ from: '/data-sources/$source/knowledge' });
  const act = useAction(async () => remove(kind, entry), {
    changes: CHANGED[kind].slice(0, 1),
    onDone: () => void navigate({ search: viewOf(kind) }),
  });
  return <DeleteButton words={t} onDelete={() => act.run(undefined)} isBusy={act.isRunning} error={act.error} />;
}
