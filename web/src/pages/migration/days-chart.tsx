import { Area, AreaChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import styles from './migration.module.css';
import { useNames } from './names';
import { type Day, GROUPS, type Group, countIn } from './reads';
import { texts } from './texts';

/** In a file of its own in the bundle: it brings a library that no other part needs. */
export function DaysChart({ days }: { readonly days: readonly Day[] }) {
  const t = useTexts(texts);
  const { number, day: dayOf } = useFormats();
  return (
    <figure className={styles['chart']} role="img" aria-label={t.chart}>
      <AreaChart
        responsive
        accessibilityLayer={false}
        data={[...days]}
        style={{ width: '100%', height: '100%' }}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <defs>
          {GROUPS.map((group) => (
            <Pattern key={group} group={group} />
          ))}
        </defs>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey={({ day }: Day) => day}
          tickFormatter={(day: string) => dayOf(`${day}T12:00`)}
          tick={{ fill: 'var(--soft)', fontSize: 12 }}
          stroke="var(--line)"
          minTickGap={40}
        />
        <YAxis
          allowDecimals={false}
          width={48}
          tickFormatter={(value: number) => number(value)}
          tick={{ fill: 'var(--soft)', fontSize: 12 }}
          stroke="var(--line)"
        />
        <Tooltip content={(props) => <Tip {...props} />} isAnimationActive={false} />
        {GROUPS.map((group) => (
          <Area
            key={group}
            className={styles[group] ?? ''}
            dataKey={(day: Day) => countIn(day, group)}
            stackId="people"
            type="linear"
            stroke="var(--surface)"
            fill={`url(#fill-${group})`}
            fillOpacity={1}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </figure>
  );
}

const MARKS: Readonly<Record<Group, string>> = {
  already_using_sso: '',
  ready_for_migration: 'M-2 10 10 -2 M6 10 10 6 M-2 2 2 -2',
  needing_mfa_setup: 'M4 4h0.01',
  requires_admin_intervention: 'M0 0 8 8',
};

/** The marks of the bar, as an area takes them. */
function Pattern({ group }: { readonly group: Group }) {
  return (
    <pattern id={`fill-${group}`} className={styles[group]} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" fill="var(--hue)" />
      <path d={MARKS[group]} stroke="rgb(255 255 255 / 0.45)" strokeWidth="2.5" strokeLinecap="round" />
    </pattern>
  );
}

function Tip({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const names = useNames();
  const { number, day: dayOf } = useFormats();
  const shown = payload[0]?.payload as Day | undefined;
  if (!active || shown === undefined) return null;
  return (
    <div className={styles['tip']}>
      <strong>{dayOf(`${shown.day}T12:00`)}</strong>
      {GROUPS.toReversed().map((group) => (
        <span key={group}>
          <span className={`${styles['swatch']} ${styles[group]}`} /> {names.groups[group]}: {number(countIn(shown, group))}
        </span>
      ))}
    </div>
  );
}
