import { Fragment, type ReactNode } from 'react';
import { conditionsIn } from '../../../../src/abac/domain/conditions-in';
import type { FormCondition } from '../../../../src/abac/domain/policy-form';
import { catalogue, useTexts } from '../../i18n/texts';
import { MemberName } from '../policies/member-link';
import { PlaceName } from '../../ui/workspace';
import { SourceName } from './source-name';

const texts = catalogue(
  {
    people: 'Person:',
    roles: 'Role:',
    groups: 'Directory group:',
    department: 'Department:',
    title: 'Job title:',
    division: 'Division:',
    costCenter: 'Cost center:',
    employer: 'Employer:',
    userType: 'Employment:',
    access_key: 'through an access key or an AI client',
    networks: 'Network:',
    countries: 'Country:',
    second_factor: 'with a second factor',
    phishing_resistant: 'with a passkey or security key',
    single_sign_on: 'by single sign-on',
    trusted_device: 'on a trusted device',
    recent_proof: (minutes: string) => `with a proof, at most ${minutes} min old`,
    hours: (from: string, until: string) => `from ${from} to ${until} (UTC)`,
    labels: 'Label:',
    unlabelled: 'without a label',
    workspaces: 'Workspace:',
    data_sources: 'Data source:',
    and: 'and',
    or: 'or',
    another: 'A condition written in Cedar',
  },
  {
    people: 'Person:',
    roles: 'Rolle:',
    groups: 'Gruppe im Verzeichnis:',
    department: 'Abteilung:',
    title: 'Stellenbezeichnung:',
    division: 'Bereich:',
    costCenter: 'Kostenstelle:',
    employer: 'Arbeitgeber:',
    userType: 'Beschäftigung:',
    access_key: 'über einen KI-Schlüssel oder KI-Client',
    networks: 'Netz:',
    countries: 'Land:',
    second_factor: 'mit einem zweiten Faktor',
    phishing_resistant: 'mit Passkey oder Sicherheitsschlüssel',
    single_sign_on: 'über Single Sign-on',
    trusted_device: 'auf einem vertrauten Gerät',
    recent_proof: (minutes: string) => `mit einem Nachweis, höchstens ${minutes} min alt`,
    hours: (from: string, until: string) => `von ${from} bis ${until} (UTC)`,
    labels: 'Label:',
    unlabelled: 'ohne Label',
    workspaces: 'Arbeitsbereich:',
    data_sources: 'Datenquelle:',
    and: 'und',
    or: 'oder',
    another: 'Eine Bedingung in Cedar',
  },
);

/** Of one list. The policy itself shows all. */
const MOST = 3;

interface WhomWordsProps {
  readonly organization: number;
  readonly condition: string;
}

/** The people of a policy in few words; what only Cedar can read has none. */
export function WhomWords({ organization, condition }: WhomWordsProps) {
  const t = useTexts(texts);
  const read = conditionsIn(condition);
  if (read === null) return t.another;
  return read.conditions.map((one, index) => (
    <Fragment key={index}>
      <span>{index === 0 ? '' : ` ${read.join === 'all' ? t.and : t.or} `}</span>
      <span>
        <ConditionWords of={one} organization={organization} />
      </span>
    </Fragment>
  ));
}

interface ConditionProps {
  readonly of: FormCondition;
  readonly organization: number;
}

function ConditionWords({ of: { kind, name, values }, organization }: ConditionProps) {
  const t = useTexts(texts);
  if (kind === 'recent_proof') return t.recent_proof(values[0] ?? '');
  if (kind === 'hours') return t.hours(values[0] ?? '', values[1] ?? '');
  const lead = kind === 'attribute' ? `${name}:` : t[kind];
  if (values.length === 0) return lead;
  const nameOf = (value: string): ReactNode => {
    if (kind === 'people') return <MemberName organization={organization} user={Number(value)} />;
    if (kind === 'workspaces') return <PlaceName organization={organization} workspace={Number(value)} />;
    return kind === 'data_sources' ? <SourceName of={Number(value)} /> : value;
  };
  return (
    <>
      <span>{`${lead} `}</span>
      {values.slice(0, MOST).map((value, index) => (
        <Fragment key={value}>
          <span>{index === 0 ? '' : ', '}</span>
          <span>{nameOf(value)}</span>
        </Fragment>
      ))}
      {values.length > MOST && <span>{` +${values.length - MOST}`}</span>}
    </>
  );
}
