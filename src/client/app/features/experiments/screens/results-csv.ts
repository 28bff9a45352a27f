import type { ExperimentResults } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'

const columns = [
  ...['metric', 'version', 'role', 'variant', 'control', 'verdict', 'users', 'control_value', 'variant_value'],
  ...['difference', 'difference_low', 'difference_high', 'lift', 'lift_low', 'lift_high', 'status'],
] as const

/** A CSV cell (RFC 4180). Prefixes a quote to text that a spreadsheet would run as a formula. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Results as CSV, one row per metric and variant. Lines end with CRLF, as the RFC requires. */
export function resultsCsv({ plan, results }: Pick<ExperimentResults, 'plan' | 'results'>): string {
  const control = plan.arms[0]?.variant ?? ''
  const rows = results.map((one) => {
    const metric = plan.metrics.find(({ key }) => key === one.metric)
    return [
      ...[one.metric, metric?.version ?? null, one.role, one.arm, control, one.verdict, one.units],
      ...[one.control, one.treatment, one.difference, one.interval?.[0] ?? null, one.interval?.[1] ?? null],
      ...[one.lift, one.liftInterval?.[0] ?? null, one.liftInterval?.[1] ?? null, one.status],
    ]
  })
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
