import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Page, Row } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { CsvButton } from './csv-button';
import { NewWave } from './new-wave';
import { PeopleFilters } from './people-filters';
import { type PeopleSearch, filterOf } from './people-search';
import { PeopleTable } from './people-table';
import { texts } from './people-texts';
import { useOrganizationId } from '../../session/organization';
import { PEOPLE } from './reads';

/** All members with their group, the reasons, and who has to act next. */
export function People() {
  const t = useTexts(texts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const can = usePermissions(organization);
  const navigate = useNavigate();
  const search: PeopleSearch = useSearch({ strict: false });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const params = { organization: String(organization) };
  const query = { ...filterOf(search), page: search.page ?? 1, limit: 25 };
  const people = useRead(PEOPLE, { params: { path: { organization_id: organization }, query } });
  const show = (next: PeopleSearch): void => void navigate({ to: '/organizations/$organization/migration/people', params, search: next });
  return (
    <Page title={t.title} lead={t.lead} actions={<CsvButton search={search} />}>
      <PeopleFilters search={search} onChange={show} />
      {chosen.size > 0 && <Chosen userIds={[...chosen]} onForget={() => setChosen(new Set())} />}
      <Shown of={people}>
        {({ users, pagination }) =>
          users.length === 0 ? (
            <Empty title={t.none} action={<Button onClick={() => show({})}>{t.clear}</Button>}>
              {t.noneText}
            </Empty>
          ) : (
            <>
              <p aria-live="polite">{t.found(pagination.total, number(pagination.total))}</p>
              <PeopleTable people={users} chosen={chosen} {...(can('sso.enforce') && { onChoose: setChosen })} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

interface ChosenProps {
  readonly userIds: readonly number[];
  readonly onForget: () => void;
}

function Chosen({ userIds, onForget }: ChosenProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [isMaking, setMaking] = useState(false);
  return (
    <Row>
      <strong>{t.chosen(userIds.length, number(userIds.length))}</strong>
      <Button look="primary" onClick={() => setMaking(true)}>
        {t.makeWave}
      </Button>
      <Button onClick={onForget}>{t.unchoose}</Button>
      <NewWave isOpen={isMaking} onClose={() => setMaking(false)} userIds={userIds} />
    </Row>
  );
}
