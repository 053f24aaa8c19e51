/** A metric as `/metrics` tells of it. */
export interface ExposedMetric {
  readonly type: string;
  readonly help: string;
  /** Without `le` and `quantile`, which belong to the type. */
  readonly labels: ReadonlySet<string>;
  /** Each series as it was written, with its value. */
  readonly samples: ReadonlyMap<string, number>;
}

const OF_THE_TYPE = ['le', 'quantile'];

/** Reads the text format of Prometheus, version 0.0.4, as far as prom-client writes it. */
export function readExposition(text: string): Map<string, ExposedMetric> {
  const metrics = new Map<string, { type: string; help: string; labels: Set<string>; samples: Map<string, number> }>();
  let current = { type: '', help: '', labels: new Set<string>(), samples: new Map<string, number>() };
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      current = { type: '', help: rest, labels: new Set(), samples: new Map() };
      metrics.set(name, current);
    } else if (keyword === 'TYPE') current.type = rest;
    else if (line !== '') {
      const [, series = '', value] = /^(.+) (\S+)$/.exec(line) ?? [];
      current.samples.set(series, Number(value));
      for (const [, label = ''] of series.matchAll(/[{,](\w+)="/g)) if (!OF_THE_TYPE.includes(label)) current.labels.add(label);
    }
  }
  return metrics;
}
