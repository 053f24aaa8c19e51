import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { usePermissions } from '../../session/me';
import { useOrganizationId } from '../../session/organization';
import { usePageOf } from '../../session/place';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { Person, nameOf } from '../../ui/person';
import { Pager, Table } from '../../ui/table';
import { ExemptionDialog } from './exemption-form';
import { texts } from './exemption-texts';
import { EXEMPTIONS, type Exemption, OLD_AFTER_AN_EXEMPTION } from './reads';

/** Who may use a password for a time although the others may not, and how that differs from an account for emergencies. */
export function ExemptionsCard() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const mayEnforce = usePermissions(organization)('sso.enforce');
  const page = usePageOf('exemptions');
  const [isGranting, setGranting] = useState(false);
  const exemptions = useRead(EXEMPTIONS, { params: { path: { organization_id: organization }, query: { page, limit: 20 } } });
  return (
    <Card title={t.exemptions} {...(mayEnforce && { actions: <Button onClick={() => setGranting(true)}>{t.exempt}</Button> })}>
      <p>{t.lead}</p>
      <p>{t.difference}</p>
      <Shown of={exemptions}>
        {({ exemptions: all, pagination }) =>
          all.length === 0 ? (
            <p>{t.none}</p>
          ) : (
            <>
              <Exempted exemptions={all} mayEnforce={mayEnforce} />
              <Pager pagination={pagination} list="exemptions" />
            </>
          )
        }
      </Shown>
      <ExemptionDialog isOpen={isGranting} onClose={() => setGranting(false)} />
    </Card>
  );
}

interface ExemptedProps {
  readonly exemptions: readonly Exemption[];
  readonly mayEnforce: boolean;
}

function Exempted({ exemptions, mayEnforce }: ExemptedProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Table
      caption={t.exemptions}
      rows={exemptions}
      keyOf={({ user_id: id }) => id}
      columns={[
        { title: t.person, cell: (exemption) => <Person of={exemption} /> },
        { title: t.reason, cell: ({ reason }) => reason },
        { title: t.until, cell: ({ expires_at: until }) => moment(until) },
        { title: t.by, cell: ({ granted_by_username: by }) => by ?? '–' },
        ...(mayEnforce ? [{ title: t.action, cell: (exemption: Exemption) => <End exemption={exemption} /> }] : []),
      ]}
    />
  );
}

function End({ exemption }: { readonly exemption: Exemption }) {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const [isAsking, setAsking] = useState(false);
  const end = useAction(
    async () => {
      const path = { organization_id: organization, user_id: exemption.user_id };
      return unwrap(await headgate.DELETE(`${EXEMPTIONS}/{user_id}`, { params: { path } }));
    },
    { changes: OLD_AFTER_AN_EXEMPTION, onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button aria-label={t.endOf(nameOf(exemption))} onClick={() => setAsking(true)}>
        {t.end}
      </Button>
      <Confirm
        title={t.endTitle(nameOf(exemption))}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        verb={t.end}
        onConfirm={() => end.run(undefined)}
        isBusy={end.isRunning}
        error={end.error}
      >
        <p>{t.endText}</p>
      </Confirm>
    </>
  );
}
