import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useOrganizationId } from '../../../session/organization';
import { usePageOf } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Help } from '../../../ui/help';
import { Card, Stack } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { Person } from '../../../ui/person';
import { Pager, Table } from '../../../ui/table';
import { FactorForm } from './factor-form';
import { texts } from './factor-texts';
import { PEOPLE_WITHOUT_FACTOR, SIGN_IN_REQUIREMENTS } from './read-enforcement';

/** Whether a second factor is required, and who has none. */
export function FactorCard() {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const organization = useOrganizationId();
  const may = usePermissions(organization);
  const requirements = useRead(SIGN_IN_REQUIREMENTS, { params: { path: { org_id: organization } } });
  return (
    <Card title={t.title}>
      <p>
        {t.lead} <Help at="sign-in-requirements#a-required-second-factor" about={t.title} />
      </p>
      <Shown of={requirements}>
        {({ sign_in_requirements: shown }) => (
          <Stack>
            <p>
              {[
                shown.second_factor.from === null ? t.notRequired : t.requiredFrom(moment(shown.second_factor.from)),
                ...(shown.people_without_factor > 0 ? [t.lacking(number(shown.people_without_factor))] : []),
              ].join(' ')}
            </p>
            {may('sso.enforce') && <FactorForm requirements={shown} />}
            {may('member.security.read') && <People />}
          </Stack>
        )}
      </Shown>
    </Card>
  );
}

function People() {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const organization = useOrganizationId();
  const page = usePageOf('factors');
  const people = useRead(PEOPLE_WITHOUT_FACTOR, { params: { path: { org_id: organization }, query: { page, limit: 20 } } });
  return (
    <Shown of={people}>
      {({ people: lacking, pagination }) =>
        lacking.length === 0 ? (
          <p>{t.nobody}</p>
        ) : (
          <Stack>
            <Table
              caption={t.people}
              rows={lacking}
              keyOf={({ user_id: id }) => id}
              columns={[
                { title: t.person, cell: (person) => <Person of={person} /> },
                { title: t.due, cell: ({ due_at: due }) => (due === null ? '–' : moment(due)) },
              ]}
            />
            <Pager pagination={pagination} list="factors" />
          </Stack>
        )
      }
    </Shown>
  );
}
