import type { ProgramEvents } from '../features/usage/schemas/tracked.ts'
import { propertyName } from './value-type.ts'

/** A declared event as applications need it. */
export type DeclaredEvent = ProgramEvents['events'][number]

/** Declares a project's events for the client library, with their descriptions. Empty if there are none. */
export function eventLines(events: readonly DeclaredEvent[]): string[] {
  if (events.length === 0) return []
  const lines = events
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap((event) => [...commentOf(event), `  ${propertyName(event.key)}: ${declarationOf(event)},`])
  return [
    '/** What people do, for `track`: the events that the project declares. */',
    'export const events = defineEvents({',
    ...lines,
    '})',
    '',
  ]
}

const commentOf = ({ name, description, value }: DeclaredEvent): string[] => {
  const unit = value === null || value.unit === '' ? '' : ` (${value.unit})`
  const text = `${name}${unit}${description === '' ? '' : `: ${description}`}`
  // The text must contain no line break and no end of comment.
  return [`  /** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */`]
}

const declarationOf = ({ value, properties }: DeclaredEvent): string => {
  const fields = Object.entries(properties).map(
    ([name, kind]) => `${propertyName(name)}: ${typeof kind === 'string' ? `'${kind}'` : JSON.stringify(kind)}`,
  )
  const parts = [
    ...(value === null ? [] : ['value: true']),
    ...(fields.length === 0 ? [] : [`properties: { ${fields.join(', ')} }`]),
  ]
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
