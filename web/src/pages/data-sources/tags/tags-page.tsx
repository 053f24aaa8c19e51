import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTexts } from '../../../i18n/texts';
import { LinkButton } from '../../../ui/button';
import { Stack } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { FilterField } from '../../organization/filter-field';
import { View, Views } from '../../../ui/views';
import { SourceFrame } from '../source-frame';
import { ColumnCell, placeOf } from './column-cell';
import { RemoveTag } from './remove-tag';
import { Suggestions } from './suggestions';
import { type ColumnTag, useTags } from './tag-api';
import { texts } from './texts';

export function TagsPage() {
  return <SourceFrame part="tags">{(source, may) => <Tags key={source.id} source={source.id} mayTag={may('abac.manage')} />}</SourceFrame>;
}

interface TagsProps {
  readonly source: number;
  readonly mayTag: boolean;
}

/** What columns hold: as people have said, or as the schema suggests. */
function Tags({ source, mayTag }: TagsProps) {
  const t = useTexts(texts);
  const { view } = useSearch({ from: '/signed-in/data-sources/$source/tags' });
  const link = { to: '/data-sources/$source/tags', params: { source: String(source) } } as const;
  return (
    <>
      <Views label={t.views}>
        <View {...link} search={{}} isShown={view === undefined}>
          {t.tags}
        </View>
        <View {...link} search={{ view: 'suggestions' }} isShown={view === 'suggestions'}>
          {t.suggestions}
        </View>
      </Views>
      {view === undefined ? <AllTags source={source} mayTag={mayTag} /> : <Suggestions source={source} mayTag={mayTag} />}
    </>
  );
}

/** All tags of a data source, those of columns that have gone too. */
function AllTags({ source, mayTag }: TagsProps) {
  const t = useTexts(texts);
  const read = useTags(source);
  return (
    <>
      <p>{t.lead}</p>
      <Shown of={read}>
        {({ tags }) =>
          tags.length === 0 ? (
            <Empty
              title={t.none}
              action={
                <LinkButton to="/data-sources/$source/tags" params={{ source: String(source) }} search={{ view: 'suggestions' }}>
                  {t.toSuggestions}
                </LinkButton>
              }
            >
              {t.noneText}
            </Empty>
          ) : (
            <TagTable source={source} mayTag={mayTag} tags={tags} />
          )
        }
      </Shown>
    </>
  );
}

const ON_A_PAGE = 50;

function TagTable({ source, mayTag, tags }: TagsProps & { readonly tags: readonly ColumnTag[] }) {
  const t = useTexts(texts);
  const { search = '', page = 1 } = useSearch({ from: '/signed-in/data-sources/$source/tags' });
  const navigate = useNavigate({ from: '/data-sources/$source/tags' });
  const filter = useCallback((text: string) => void navigate({ search: text === '' ? {} : { search: text }, replace: true }), [navigate]);
  const found = tags.filter((one) => placeOf(one).includes(search) || one.tag.includes(search));
  const pages = Math.max(1, Math.ceil(found.length / ON_A_PAGE));
  const shown = Math.min(page, pages);
  return (
    <>
      <Stack isNarrow>
        <FilterField label={t.search} value={search} onFilter={filter} />
      </Stack>
      {found.length === 0 ? (
        <p role="status">{t.nothing}</p>
      ) : (
        <Table
          caption={t.tag}
          rows={found.slice((shown - 1) * ON_A_PAGE, shown * ON_A_PAGE)}
          keyOf={(one) => JSON.stringify([one.schema, one.relation, one.column, one.tag])}
          columns={[
            {
              title: t.column,
              cell: (one) => <ColumnCell source={source} of={one} isGone={one.orphan} />,
            },
            { title: t.tag, cell: ({ tag }) => <code>{tag}</code> },
            {
              title: t.state,
              cell: ({ state, orphan }) => (
                <>
                  <Badge tone={state === 'refused' ? 'info' : 'good'}>{t[state]}</Badge>{' '}
                  {orphan && <Badge tone="warning">{t.orphan}</Badge>}
                </>
              ),
            },
            ...(mayTag
              ? [
                  {
                    title: t.act,
                    isActions: true,
                    cell: (one: ColumnTag) => <RemoveTag source={source} of={one} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      <Pager pagination={{ page: shown, pages, total: found.length }} />
    </>
  );
}
