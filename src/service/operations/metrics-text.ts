/** A metric with its samples, in the data model of Prometheus. */
export type Metric = {
  /** `qd_` and words in lower case, with the unit; a counter ends in `_total`. */
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export type Sample = {
  /** Appended to the name, for the parts of a histogram. */
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Readonly<Record<string, string>>
  value: number
}

/** The content type of {@link metricsText}. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The text format of Prometheus. A metric without samples is left out. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
      )
      return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
    })
    .join('')

/** A metric with one sample; undefined values are left out. */
export const gauge = (name: string, help: string, value: number | undefined): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: value === undefined ? [] : [{ value }],
})

const labelsText = (labels: Sample['labels'] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (text: string): string => text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Prometheus writes infinity differently than JavaScript. */
const numberText = (value: number): string =>
  Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'
