import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Help } from '../../../ui/help';
import { Card, Page } from '../../../ui/layout';
import { Badge, Notice, Shown } from '../../../ui/notice';
import { useOrganizationId } from '../../../session/organization';
import { Way } from '../../migration/way';
import { BreakGlassCard } from './break-glass-card';
import { ModeForm } from './mode-form';
import { PreviewCard } from './preview-card';
import { FactorCard } from './factor-card';
import { ENFORCEMENT, type Enforcement, usePreview } from './read-enforcement';
import { texts } from './texts';

/** Whether single sign-on is required, what that would mean now, and who gets in when the provider fails. */
export function EnforcementPage() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const may = usePermissions(organization);
  const mayEnforce = may('sso.enforce');
  const enforcement = useRead(ENFORCEMENT, { params: { path: { organization_id: organization } } });
  const preview = usePreview(organization, mayEnforce);
  const found = enforcement.data?.enforcement;
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="single-sign-on#required-single-sign-on" about={t.title} />
        </>
      }
      {...(found !== undefined && {
        actions: <Badge tone={found.mode === 'required' ? 'good' : 'info'}>{t.now(t.mode(found.mode))}</Badge>,
      })}
    >
      <Shown of={enforcement}>
        {({ enforcement: shown }) => (
          <>
            <Facts enforcement={shown} />
            {mayEnforce && <Way organization={organization} isShort />}
            {mayEnforce && <PreviewCard organization={organization} preview={preview} />}
            <Card>
              {!mayEnforce && <p>{t.readOnly}</p>}
              <ModeForm enforcement={shown} preview={preview.data?.preview} mayEnforce={mayEnforce} />
            </Card>
            <FactorCard />
            <BreakGlassCard enforcement={shown} mayEnforce={mayEnforce} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Facts({ enforcement }: { readonly enforcement: Enforcement }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const { required_since: since, grace_until: grace, members_required: members } = enforcement;
  const facts = [
    ...(since === null ? [] : [t.since(moment(since))]),
    ...(grace === null || grace === since ? [] : [t.graceUntil(moment(grace))]),
    ...(members === 0 ? [] : [t.membersRequired(number(members))]),
  ];
  if (facts.length === 0) return null;
  return (
    <Notice>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </Notice>
  );
}
