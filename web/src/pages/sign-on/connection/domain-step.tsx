import { useTexts } from '../../../i18n/texts';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { DomainsCard } from '../domains/domains-card';
import type { SsoConnection } from './read-connection';
import { StepLink } from './step-link';
import { texts } from './wizard-texts';

interface StepProps {
  readonly connection: SsoConnection;
  readonly hasDomain: boolean;
}

export function DomainStep({ connection, hasDomain }: StepProps) {
  const t = useTexts(texts);
  return (
    <>
      <DomainsCard organization={connection.organization_id} connections={[connection]} />
      <Notice tone={hasDomain ? 'good' : 'warning'}>{hasDomain ? t.hasDomain : t.noDomainYet}</Notice>
      <Row>
        <StepLink step="configuration" look={hasDomain ? 'primary' : 'plain'}>
          {t.goOn}
        </StepLink>
      </Row>
    </>
  );
}
