import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useMe } from '../../session/me';
import { Card, Page, Row } from '../../ui/layout';
import { Badge, Loading } from '../../ui/notice';
import { AgentsCard } from '../agents/agents-card';
import { OwnExport } from '../evidence/own-export';
import { AddressCard } from './address-card';
import { DevicesCard } from './devices-card';
import { EventsCard } from './events-card';
import { FactorsCard } from './factors-card';
import { IdentitiesCard } from './identities-card';
import { KeysCard } from './keys-card';
import { MailsCard } from './mails-card';
import { MembershipsCard } from './memberships-card';
import { NameCard } from './name-card';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { texts } from './texts';

export function Account() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const me = useMe();
  if (me === undefined) return <Loading />;
  const { acr, authenticated_at: since } = me.session;
  return (
    <Page title={t.title} lead={t.lead(me.user.username, me.user.email)}>
      <NameCard me={me} />
      <AddressCard />
      <MailsCard />
      <Card title={t.assurance}>
        <Row>
          <Badge tone={acr === 'aal2' ? 'good' : 'warning'}>{t[acr]}</Badge>
          <span>{t.since(relative(since))}</span>
        </Row>
      </Card>
      <FactorsCard />
      <DevicesCard />
      <SessionsCard />
      <KeysCard />
      <AgentsCard />
      <PasswordCard />
      <IdentitiesCard />
      <MembershipsCard />
      <EventsCard />
      <OwnExport />
    </Page>
  );
}
