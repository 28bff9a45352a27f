import type { RowRefusal, TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'

/** Why rows were rejected, and how to fix it. */
export const refusalWords: Record<RowRefusal, string> = {
  undeclared: 'This event isn’t declared',
  'not-from-clients': 'A client SDK sent it; turn on “Client SDKs can send it” to accept it',
  value: 'The value is out of bounds, or the event has none',
  property: 'A property isn’t declared, or has another value',
  'too-old': 'It happened more than eight days ago',
  'unknown-run': 'No run with this number is open here',
  'ended-run': 'The run had ended',
  mismatched: 'The application reported a different variant than the rule serves',
}

/** What an event carries. Empty for an event without a value or properties. */
export const carries = ({ value, properties }: Pick<TrackedEvent, 'value' | 'properties'>): string =>
  [
    ...(value === null ? [] : [value.unit === '' ? 'a number' : `a number in ${value.unit}`]),
    ...Object.keys(properties),
  ].join(', ')

/** Describes an event in sentences: what it is, what it carries, and who can send it. */
export const eventLead = (event: TrackedEvent): string => {
  const what = event.description.trim()
  const carried = carries(event)
  return [
    ...(event.archivedAt === null ? [] : ['Archived: new rows are refused.']),
    ...(what === '' ? [] : [/[.!?…]$/.test(what) ? what : `${what}.`]),
    carried === '' ? 'Carries no value.' : `Carries ${carried}.`,
    ...(event.fromClients ? ['Client SDKs can send it.'] : []),
  ].join(' ')
}

/** Code to paste that sends an event. */
export const eventSnippet = ({
  key,
  value,
  properties,
}: Pick<TrackedEvent, 'key' | 'value' | 'properties'>): string => {
  const fields = Object.entries(properties).map(([name, kind]) => {
    const sample =
      kind === 'number' ? '3' : kind === 'boolean' ? 'true' : JSON.stringify(kind[0] ?? '').replaceAll('"', "'")
    return `${name}: ${sample}`
  })
  const details = [
    ...(value === null ? [] : ['value: 49.9']),
    ...(fields.length === 0 ? [] : [`properties: { ${fields.join(', ')} }`]),
  ]
  const more = details.length === 0 ? '' : `, { ${details.join(', ')} }`
  return `import { events, flags } from './flags.gen.ts' // fanion pull
const fanion = createFanion({ url, key, flags, events })
fanion.track('${key}', { targetingKey: user.id }${more})`
}

const hourMs = 3_600_000

/** Accepted rows per day for the last 14 days. */
export const byDay = (hours: readonly { readonly hour: string; readonly count: number }[], nowMs: number): number[] => {
  const days = Array.from({ length: 14 }, () => 0)
  for (const { hour, count } of hours) {
    // The page’s clock updates every 30 seconds, so a row can be newer than `nowMs`.
    const day = Math.min(13, 13 - Math.floor((nowMs - Date.parse(hour)) / (24 * hourMs)))
    if (day >= 0) days[day] = (days[day] ?? 0) + count
  }
  return days
}

export const rowsText = (hours: readonly { readonly count: number }[]): string =>
  compactCount(hours.reduce((sum, { count }) => sum + count, 0))
