import type { TrackedProperty } from '../../../../shared/features/usage/schemas/tracked.ts'
import { splitQuoted } from '../../components/split-quoted.ts'

type Properties = Readonly<Record<string, TrackedProperty>>

const isType = (text: string): text is 'number' | 'boolean' => text === 'number' || text === 'boolean'

/** Quotes a value if it would otherwise be read as several values or as a type, or would lose its white space. */
const writeValue = (value: string): string =>
  /[",\n]/.test(value) || value.trim() !== value || isType(value) ? `"${value.replaceAll('"', '""')}"` : value

/** Formats an event’s properties for editing, one per line: `items: number`, `plan: free, gold`. */
export const propertiesText = (properties: Properties): string =>
  Object.entries(properties)
    .map(([name, kind]) => `${name}: ${typeof kind === 'string' ? kind : kind.map(writeValue).join(', ')}`)
    .join('\n')

/** Parses properties, one per line. Lines without a name are ignored; the last line with a name wins. */
export const readProperties = (text: string): Record<string, TrackedProperty> =>
  Object.fromEntries(
    text.split('\n').flatMap((line): [string, TrackedProperty][] => {
      const [name = '', ...rest] = line.split(':')
      const kind = rest.join(':').trim()
      if (name.trim() === '') return []
      return [[name.trim(), isType(kind) ? kind : splitQuoted(kind, [',']).filter((one) => one !== '')]]
    }),
  )
