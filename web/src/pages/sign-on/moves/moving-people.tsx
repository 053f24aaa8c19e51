import { unwrap } from '@headgate/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useOrganizationId } from '../../../session/organization';
import { usePageOf } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Row, Stack } from '../../../ui/layout';
import { Badge, Problem, Shown } from '../../../ui/notice';
import { Person, nameOf } from '../../../ui/person';
import { Pager, Table } from '../../../ui/table';
import { MOVABLE, type Movable, PEOPLE, STANDINGS, type Standing } from './reads';
import { StartMove } from './start-move';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/sso/moves');

const AT_ONCE = 100;
/** The most people that the service takes in a wave. */
const MOST_MOVING = 500;

/** Whom one click chooses: never people whom the list does not show. */
function movable(standing: Standing | undefined): Movable | null {
  if (standing === undefined) return 'READY';
  return MOVABLE.find((one) => one === standing) ?? null;
}

interface MovingPeopleProps {
  readonly from: number;
  readonly to: number;
  readonly mayEnforce: boolean;
}

/** Everybody who is linked to the former provider, with what stands in their way. */
export function MovingPeople({ from, to, mayEnforce }: MovingPeopleProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const navigate = useNavigate();
  const { standing, waves } = route.useSearch();
  const page = usePageOf('people');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isStarting, setStarting] = useState(false);
  const query = { from_connection_id: from, to_connection_id: to, ...(standing && { standing }), page, limit: 25 };
  const people = useRead(PEOPLE, { params: { path: { organization_id: organization }, query } });
  const wanted = movable(standing);
  const chooseAll = useAction(
    async (which: Movable) => {
      const ids: number[] = [];
      for (let next = 1; ids.length < MOST_MOVING; next += 1) {
        const some = { from_connection_id: from, to_connection_id: to, standing: which, page: next, limit: AT_ONCE } as const;
        const { people: found } = unwrap(await headgate.GET(PEOPLE, { params: { path: { organization_id: organization }, query: some } }));
        ids.push(...found.map(({ user_id: id }) => id));
        if (found.length < AT_ONCE) break;
      }
      return ids;
    },
    { onDone: (ids) => setChosen(new Set(ids)) },
  );
  // With the first page of what was chosen.
  const show = (next: string): void =>
    void navigate({
      to: '/organizations/$organization/sso/moves',
      params: { organization: String(organization) },
      search: { from, to, waves, standing: STANDINGS.find((each) => each === next) },
    });
  const pick = (id: number, isChosen: boolean): void =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  return (
    <Stack>
      <SelectField label={t.standing} value={standing ?? ''} onChange={({ target }) => show(target.value)}>
        <option value="">{t.everybody}</option>
        {STANDINGS.map((each) => (
          <option key={each} value={each}>
            {t.standings(each)}
          </option>
        ))}
      </SelectField>
      {mayEnforce && wanted !== null && (
        <Row>
          <Button isBusy={chooseAll.isRunning} onClick={() => chooseAll.run(wanted)}>
            {t.chooseAll(wanted, number(MOST_MOVING))}
          </Button>
        </Row>
      )}
      <Problem error={chooseAll.error} />
      {chosen.size > 0 && (
        <Row>
          <strong>{t.chosen(chosen.size, number(chosen.size))}</strong>
          <Button look="primary" onClick={() => setStarting(true)}>
            {t.start}
          </Button>
          <Button onClick={() => setChosen(new Set())}>{t.unchoose}</Button>
        </Row>
      )}
      <Shown of={people}>
        {({ people: found, pagination }) => (
          <>
            <p aria-live="polite">{t.found(pagination.total, number(pagination.total))}</p>
            <Table
              caption={t.people}
              rows={found}
              keyOf={({ user_id: id }) => id}
              columns={[
                {
                  title: t.person,
                  cell: (person) => (
                    <Row>
                      {mayEnforce && person.can_move && (
                        <input
                          type="checkbox"
                          aria-label={t.pick(nameOf(person))}
                          checked={chosen.has(person.user_id)}
                          onChange={({ target }) => pick(person.user_id, target.checked)}
                        />
                      )}
                      <Person of={person} />
                    </Row>
                  ),
                },
                {
                  title: t.standing,
                  cell: ({ standing: each, can_move: can }) => <Badge tone={can ? 'good' : 'warning'}>{t.standings(each)}</Badge>,
                },
                { title: t.next, cell: ({ standing: each }) => t.todo(each) },
              ]}
            />
            <Pager pagination={pagination} list="people" />
          </>
        )}
      </Shown>
      <StartMove
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        onStarted={() => setChosen(new Set())}
        {...{ from, to, userIds: [...chosen] }}
      />
    </Stack>
  );
}
