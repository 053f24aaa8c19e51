import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Stack } from '../../../ui/layout';
import { Badge, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { useOrganizationId } from '../../../session/organization';

type AddressProblem = 'missing' | 'no_value' | 'not_an_address' | 'not_for_work';

const texts = catalogue(
  {
    caption: 'Provisioned people who have not come yet',
    none: 'Nobody from the directory is about to join.',
    name: 'Name in the directory',
    address: 'Address',
    state: 'State',
    active: 'Active',
    inactive: 'Deactivated',
    waits: (name: string) => `Waits for the address of ${name}`,
    correct: (problem: AddressProblem) =>
      ({
        missing: 'Has no address',
        no_value: 'The address has no value',
        not_an_address: 'The first address is not an e-mail address',
        not_for_work: 'No address is primary or of type work',
      })[problem] + '. Correct it in the directory.',
    declined: 'Declined the invitation',
    at: 'Provisioned',
  },
  {
    caption: 'Leute, die das Verzeichnis bereitgestellt hat und die noch nicht gekommen sind',
    none: 'Aus dem Verzeichnis fehlt niemand mehr.',
    name: 'Name im Verzeichnis',
    address: 'Adresse',
    state: 'Zustand',
    active: 'Aktiv',
    inactive: 'Deaktiviert',
    waits: (name: string) => `Wartet auf die Adresse von ${name}`,
    correct: (problem: AddressProblem) =>
      ({
        missing: 'Hat keine Adresse',
        no_value: 'Die Adresse ist leer',
        not_an_address: 'Die erste Adresse ist keine E-Mail-Adresse',
        not_for_work: 'Keine Adresse ist die wichtigste (primary) oder vom Typ work',
      })[problem] + '. Berichtigen Sie das im Verzeichnis.',
    declined: 'Hat die Einladung abgelehnt',
    at: 'Bereitgestellt',
  },
);

const LIST = 'expected';

export function Expected() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const page = usePageOf(LIST);
  const people = useRead('/api/v1/organizations/{org_id}/provisioned-people', {
    params: { path: { org_id: useOrganizationId() }, query: { page, limit: 20 } },
  });
  return (
    <Shown of={people}>
      {({ provisioned_people: rows, pagination }) =>
        rows.length === 0 ? (
          <p>{t.none}</p>
        ) : (
          <Stack>
            <Table
              caption={t.caption}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.name, cell: ({ display_name: name, username }) => name ?? username },
                { title: t.address, cell: ({ email }) => email ?? '–' },
                {
                  title: t.state,
                  cell: ({ active, waits_for: holder, address_problem: problem, declined }) => (
                    <Badge tone={active && holder === null && problem === null && !declined ? 'good' : 'warning'}>
                      {holder !== null
                        ? t.waits(holder.username)
                        : problem !== null
                          ? t.correct(problem)
                          : t[declined ? 'declined' : active ? 'active' : 'inactive']}
                    </Badge>
                  ),
                },
                { title: t.at, cell: ({ provisioned_at: at }) => relative(at) },
              ]}
            />
            <Pager pagination={pagination} list={LIST} />
          </Stack>
        )
      }
    </Shown>
  );
}
