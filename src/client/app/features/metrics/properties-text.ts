import type { TrackedProperty } from '../../../../shared/schemas/tracked.ts'

type Properties = Readonly<Record<string, TrackedProperty>>

/** The properties of an event as people write them, one a line: `items: number`, `plan: free, gold`. */
export const propertiesText = (properties: Properties): string =>
  Object.entries(properties)
    .map(([name, kind]) => `${name}: ${typeof kind === 'string' ? kind : kind.join(', ')}`)
    .join('\n')

/** What was written; lines without a name are nothing. A name that stands twice is what its last line says. */
export const readProperties = (text: string): Record<string, TrackedProperty> =>
  Object.fromEntries(
    text.split('\n').flatMap((line): [string, TrackedProperty][] => {
      const [name = '', ...rest] = line.split(':')
      const kind = rest.join(':').trim()
      if (name.trim() === '') return []
      if (kind === 'number' || kind === 'boolean') return [[name.trim(), kind]]
      const texts = kind.split(',').map((one) => one.trim())
      return [[name.trim(), texts.filter((one) => one !== '')]]
    }),
  )
