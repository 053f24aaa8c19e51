import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { withoutEmpty } from '../../app/search';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useMe } from '../../session/me';
import { type Read, useRead } from '../../session/read';
import { Button, LinkButton } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Page, Row, Stack } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { type Column, Filters, Pager, Table } from '../../ui/table';
import { WorkspaceLink, WorkspaceSwitch, workspaceTexts } from '../../ui/workspace';
import { SAVED_QUESTIONS } from '../data-sources/query/save-form';
import { QuestionViews } from './question-views';
import { texts } from './texts';

type Question = Read<typeof SAVED_QUESTIONS>['saved_questions'][number];

/** What people have saved of the data sources that the reader may query. */
export function QuestionList() {
  const t = useTexts(texts);
  const { organization, workspace, source, search, page = 1 } = useSearch({ from: '/signed-in/saved-questions' });
  const navigate = useNavigate({ from: '/saved-questions' });
  const me = useMe();
  const place = organization ?? (me?.organizations.length === 1 ? me.organizations[0]?.id : undefined);
  const read = useRead(SAVED_QUESTIONS, {
    params: {
      query: {
        page,
        limit: 20,
        ...(organization && { organization_id: organization }),
        ...(workspace && { workspace_id: workspace }),
        ...(source && { data_source_id: source }),
        ...(search !== undefined && { search }),
      },
    },
  });
  const isFiltered = search !== undefined || workspace !== undefined || source !== undefined;
  return (
    <Page title={t.title} lead={t.lead}>
      <QuestionViews shown="questions" />
      <Stack isNarrow>
        <Search
          key={search}
          initial={search ?? ''}
          onFind={(found) => void navigate({ search: withoutEmpty({ organization, workspace, source, search: found }) })}
        />
        {place !== undefined && (
          <WorkspaceSwitch
            organization={place}
            workspace={workspace ?? null}
            onChange={(next) => void navigate({ search: { organization: place, ...(next !== null && { workspace: next }) } })}
          />
        )}
        {source !== undefined && (
          <Link to="/saved-questions" search={{}}>
            {t.everySource}
          </Link>
        )}
      </Stack>
      <Shown of={read}>
        {({ saved_questions, pagination }) =>
          pagination.total > 0 ? (
            <>
              <Questions questions={saved_questions} />
              <Pager pagination={pagination} />
            </>
          ) : isFiltered ? (
            <p>{t.nothing}</p>
          ) : (
            <Empty title={t.emptyTitle} action={<LinkButton to="/data-sources">{t.toSources}</LinkButton>}>
              {t.empty}
            </Empty>
          )
        }
      </Shown>
    </Page>
  );
}

function Search({ initial, onFind }: { readonly initial: string; readonly onFind: (text: string) => void }) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(initial);
  return (
    <Filters onSubmit={() => onFind(typed.trim())}>
      <TextField label={t.search} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Row>
        <Button type="submit">{t.find}</Button>
      </Row>
    </Filters>
  );
}

function Questions({ questions }: { readonly questions: readonly Question[] }) {
  const t = useTexts(texts);
  const { workspace } = useTexts(workspaceTexts);
  const { moment } = useFormats();
  const place: Column<Question> = {
    title: workspace,
    cell: ({ organization_id, workspace_id }) => <WorkspaceLink organization={organization_id} workspace={workspace_id} />,
  };
  return (
    <Table
      caption={t.title}
      rows={questions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.name,
          cell: ({ id, title, description }) => (
            <>
              <Link to="/saved-questions/$question" params={{ question: String(id) }}>
                {title}
              </Link>
              {description !== '' && <div>{description}</div>}
            </>
          ),
        },
        {
          title: t.source,
          cell: ({ data_source_id, data_source_name }) => (
            <Link to="/data-sources/$source/query" params={{ source: String(data_source_id) }}>
              {data_source_name}
            </Link>
          ),
        },
        ...(questions.some(({ workspace_id }) => workspace_id !== null) ? [place] : []),
        { title: t.changed, isWhen: true, cell: ({ changed_at }) => moment(changed_at) },
      ]}
    />
  );
}
