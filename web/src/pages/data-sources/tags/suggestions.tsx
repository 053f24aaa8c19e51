import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Empty, Problem, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { ColumnCell, placeOf } from './column-cell';
import { RemoveTag } from './remove-tag';
import { CHANGED, SUGGESTIONS, type TagChange, sendTag } from './tag-api';
import { texts } from './texts';

type Suggestion = Read<typeof SUGGESTIONS>['suggestions'][number];

const ON_A_PAGE = 25;

interface SuggestionsProps {
  readonly source: number;
  readonly mayTag: boolean;
}

/** What the schema suggests, each with its reason; a person confirms or dismisses it. */
export function Suggestions({ source, mayTag }: SuggestionsProps) {
  const t = useTexts(texts);
  const { page = 1 } = useSearch({ from: '/signed-in/data-sources/$source/tags' });
  const [done, setDone] = useState<Suggestion | null>(null);
  const read = useRead(SUGGESTIONS, {
    params: { path: { data_source_id: source }, query: { page, limit: ON_A_PAGE } },
  });
  return (
    <>
      <p>{t.suggestionsLead}</p>
      <p role="status">{done !== null && t.done(done.tag, placeOf(done))}</p>
      <Shown of={read}>
        {({ suggestions, pagination }) => (
          <>
            {pagination.total === 0 ? (
              <Empty title={t.noSuggestions}>{t.noSuggestionsText}</Empty>
            ) : (
              <Table
                caption={t.suggestions}
                rows={suggestions}
                keyOf={(one) => JSON.stringify([one.schema, one.relation, one.column, one.tag])}
                columns={[
                  {
                    title: t.column,
                    cell: (one) => <ColumnCell source={source} of={one} isGone={one.kind === 'orphan'} />,
                  },
                  { title: t.type, cell: ({ type }) => type !== null && <code>{type}</code> },
                  { title: t.tag, cell: ({ tag }) => <code>{tag}</code> },
                  { title: t.reason, cell: (one) => <Reason of={one} /> },
                  ...(mayTag
                    ? [
                        {
                          title: t.act,
                          isActions: true,
                          cell: (one: Suggestion) => <Decision source={source} of={one} onDone={() => setDone(one)} />,
                        },
                      ]
                    : []),
                ]}
              />
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </Shown>
    </>
  );
}

function Reason({ of: { reason, move_to: to } }: { readonly of: Suggestion }) {
  const t = useTexts(texts);
  const { code } = reason;
  if (code === 'column_gone' || code === 'relation_gone')
    return (
      <>
        <span>{t[code]}</span> {to !== null && <span>{t.moved(placeOf(to))}</span>}
      </>
    );
  return t[code === 'type' ? 'ofType' : code](reason.words.join(', '));
}

interface DecisionProps {
  readonly source: number;
  readonly of: Suggestion;
  readonly onDone: () => void;
}

function Decision({ source, of, onDone }: DecisionProps) {
  const t = useTexts(texts);
  const { schema, relation, column, tag, kind, move_to: to } = of;
  const here = { schema, relation, column, tag };
  const place = placeOf(of);
  // One after the other: a tag that moves is at both places for a moment, and is never missing.
  const decide = useAction(
    async (changes: readonly TagChange[]) => {
      for (const body of changes) await sendTag(source, body);
    },
    { changes: CHANGED, onDone },
  );
  const button = (label: string, name: string, changes: readonly TagChange[]) => (
    <Button aria-label={name} isBusy={decide.isRunning} onClick={() => decide.run(changes)}>
      {label}
    </Button>
  );
  return (
    <>
      <Row>
        {kind === 'set' && button(t.confirm, t.confirmOf(tag, place), [{ ...here, state: 'confirmed' }])}
        {kind === 'set' && button(t.dismiss, t.dismissOf(tag, place), [{ ...here, state: 'refused' }])}
        {to !== null &&
          button(t.move, t.moveOf(tag, place), [
            { ...to, tag, state: 'set' },
            { ...here, state: 'removed' },
          ])}
        {kind === 'orphan' && <RemoveTag source={source} of={here} />}
      </Row>
      <Problem error={decide.error} />
    </>
  );
}
