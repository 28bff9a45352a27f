import type { FlagNote } from '../features/insights/schemas/insights.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { contextFields, type Declared } from './context-type.ts'
import { type DeclaredEvent, eventLines } from './events-module.ts'
import { flagNames } from './flag-names.ts'
import { noteLines } from './note-lines.ts'
import { propertyName, valueType } from './value-type.ts'

/**
 * Generates the TypeScript module that declares an environment's flags for the client library, as written by `fanion
 * pull`. The output depends only on the declarations, not on rules or the revision.
 * - The default of a flag is the value of its off variant.
 * - String flags list their values. Numbers stay open, because they are often tuned.
 * - If the project declares attributes, every call takes a context of their type.
 * - `notes` become comments shown by editors: the description, and `@deprecated` for a settled flag.
 * - The project's declared events follow.
 */
export function flagsModule(
  { project, flags }: Pick<Datafile, 'project' | 'flags'>,
  attributes: readonly Declared[] = [],
  notes: readonly FlagNote[] = [],
  events: readonly DeclaredEvent[] = [],
): string {
  const documents = Object.values(flags).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const names = flagNames(documents.map((document) => document.key))
  const noted = new Map(notes.map((note) => [note.flag, note]))
  const lines = documents.flatMap((document) => {
    const name = names.get(document.key) ?? document.key
    const line = `  ${propertyName(name)}: ${declaration(document, name === document.key ? undefined : document.key)},`
    return [...noteLines(noted.get(document.key)), line]
  })
  const imports = [
    ...(events.length > 0 ? ['defineEvents'] : []),
    'defineFlags',
    ...(documents.some(({ type }) => type === 'object') ? ['objectFlag'] : []),
  ].join(', ')
  return [
    `// The flags of ${project}, written by \`fanion pull\`. Do not edit: change the flag, then pull again.`,
    `import { ${imports} } from '@fanion/sdk'`,
    '',
    ...(attributes.length > 0 ? [contextHead, ...contextFields(attributes), '}', ''] : []),
    `export const flags = defineFlags${attributes.length > 0 ? '<Context>()' : ''}({`,
    ...lines,
    '})',
    '',
    ...eventLines(events),
  ].join('\n')
}

const contextHead = `/** What a call tells of whom it is for: the attributes that the project declares. */
export type Context = {`

/** The declaration of one flag for `defineFlags`. `key` is included if it differs from the name. */
export function declaration({ type, variants, offVariant }: FlagDocument, key: string | undefined): string {
  const values = Object.values(variants)
  const off = offVariant === null ? undefined : variants[offVariant]
  const otherwise = off ?? values.at(-1) ?? null
  const keyPart = key === undefined ? '' : `key: ${JSON.stringify(key)}, `
  if (type === 'object') {
    const options = key === undefined ? '' : `, { key: ${JSON.stringify(key)} }`
    return `objectFlag<${valueType(values)}>(${JSON.stringify(otherwise)}${options})`
  }
  const list = type === 'string' ? `variants: ${JSON.stringify([...new Set(values)])}, ` : ''
  return `{ ${keyPart}type: '${type}', ${list}default: ${JSON.stringify(otherwise)} }`
}
