import { isError, unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { offerUndo } from '../../../session/undo';
import { Button } from '../../../ui/button';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { PlaceField, PlaceName, usePlaces } from '../../../ui/workspace';
import type { Source } from '../engines';

const texts = catalogue(
  {
    title: 'Who can find it',
    lead: 'Its schema, conversations, verified pairs and glossary move with it.',
    move: 'Move',
    moved: 'The data source is moved.',
    refused:
      'To move it, you need the permission to change data sources both here and there. If access or data policies are active, you also need the permission to activate policies. Ask an owner.',
    gone: 'This workspace is no longer there, or you are no longer in it. Choose another place.',
  },
  {
    title: 'Wer sie findet',
    lead: 'Ihr Schema, Gespräche, geprüfte Paare und das Glossar ziehen mit um.',
    move: 'Verschieben',
    moved: 'Die Datenquelle ist verschoben.',
    refused:
      'Zum Verschieben brauchen Sie hier und dort die Berechtigung, Datenquellen zu ändern. Sind Zugriffsregeln oder Datenregeln aktiv, brauchen Sie auch die Berechtigung, Regeln zu aktivieren. Bitten Sie einen Inhaber darum.',
    gone: 'Diesen Arbeitsbereich gibt es nicht mehr, oder Sie sind nicht mehr darin. Wählen Sie einen anderen Ort.',
  },
);

const SOURCE = '/api/v1/data-sources/{data_source_id}';
const CHANGED = ['/api/v1/data-sources', SOURCE, '/api/v1/workspaces/{workspace_id}'];

/** Between the organization itself and its workspaces. */
export function MoveSource({ source }: { readonly source: Source }) {
  const t = useTexts(texts);
  const { organization_id: organization, workspace_id: here } = source;
  const places = usePlaces(organization, 'data_source.write');
  const [chosen, setChosen] = useState<{ readonly to: number | null; readonly over: Source } | null>(null);
  const target = chosen === null ? here : chosen.to;
  const put = async (workspace: number | null, over: Source) => {
    const params = { path: { data_source_id: source.id } };
    return unwrap(await headgate.PATCH(SOURCE, { params, body: { workspace_id: workspace }, ifMatch: over })).data_source;
  };
  const move = useAction((over: Source) => put(target, over), {
    changes: CHANGED,
    onDone: (moved) => {
      setChosen(null);
      offerUndo({ text: t.moved, changes: CHANGED, undo: () => put(here, moved) });
    },
  });
  if (places.isLoading) return <span data-loading />;
  if (places.workspaces.length + (places.isOpen ? 1 : 0) < 2) return null;
  const { error } = move;
  const isGone = isError(error, 'NOT_FOUND');
  const isRefused = isConflict(error);
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <Form onSubmit={() => target !== here && !isRefused && move.run(chosen?.over ?? source)}>
        <Stack isNarrow>
          <PlaceField
            places={places}
            organization={organization}
            workspace={target}
            onChange={(next) => {
              move.reset();
              setChosen({ to: next, over: source });
            }}
            error={isGone ? t.gone : undefined}
          />
        </Stack>
        {isRefused && (
          <Conflict
            differences={[
              {
                what: t.title,
                theirs: <PlaceName organization={organization} workspace={here} />,
                mine: <PlaceName organization={organization} workspace={target} />,
              },
            ]}
            isBusy={move.isRunning}
            onKeepMine={() => move.run(source)}
            onTakeTheirs={() => {
              setChosen(null);
              move.reset();
            }}
          />
        )}
        {isError(error, 'FORBIDDEN') ? <Notice tone="bad">{t.refused}</Notice> : <Problem error={isGone || isRefused ? null : error} />}
        <Row>
          <Button type="submit" disabled={target === here || isRefused} isBusy={move.isRunning}>
            {t.move}
          </Button>
        </Row>
      </Form>
    </Card>
  );
}
