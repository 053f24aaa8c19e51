import { useTexts } from '../../i18n/texts';
import { type Rule, written } from './rule';
import { texts } from './texts';

/** What rules hide, in words. */
export function RuleSentences({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <ul>
      {rules.map((rule, index) => (
        <li key={index}>
          <RuleSentence rule={rule} />
        </li>
      ))}
    </ul>
  );
}

function RuleSentence({ rule }: { readonly rule: Rule }) {
  const t = useTexts(texts);
  if (rule.kind === 'tag')
    return (
      <>
        {t.columnsTagged} <code>{rule.tag}</code>: {t[`${rule.effect}Effect`]}
      </>
    );
  const place = `${rule.schema}.${rule.relation}`;
  if (rule.kind === 'relation')
    return (
      <>
        <code>{place}</code>: {t.denyEffect}
      </>
    );
  if (rule.kind === 'column')
    return (
      <>
        <code>
          {place}.{rule.column}
        </code>
        : {t[`${rule.effect}Effect`]}
      </>
    );
  return (
    <>
      <code>{place}</code>: {t.onlyRows} <code>{written(rule.where)}</code>
    </>
  );
}
