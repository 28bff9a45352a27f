import { isFields, textOf, Unreadable, type VendorReader } from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { assembleFlagsmith } from './assemble.ts'
import { compileFlagsmith } from './compile.ts'

const isDocument = (value: unknown) =>
  isFields(value) && Array.isArray(value['feature_states']) && isFields(value['project'])

const isExport = (value: unknown) =>
  (Array.isArray(value) && value.some((one) => isFields(one) && 'initial_value' in one)) ||
  (isFields(value) &&
    Array.isArray(value['features']) &&
    value['features'].some((one) => isFields(one) && 'initial_value' in one))

/** Flagsmith: the environment document; its feature export is known, and refused with what to take. */
export const readFlagsmith: VendorReader = {
  vendor: 'flagsmith',
  recognise: (value) => (isDocument(value) ? 'document' : isExport(value) ? 'export' : null),
  assemble: (parts, { engine }) => {
    const documents = parts.filter(({ value }) => isDocument(value))
    const [other] = parts
    if (documents.length === 0) {
      throw new Unreadable(assembleFlagsmith(other?.value).refused ?? 'There is no environment document of Flagsmith.')
    }
    const names = new Set<string>()
    const environments = documents.map(({ name: file, value }) => {
      const { config, refused } = assembleFlagsmith(value)
      if (config === undefined) throw new Unreadable(`${file}: ${refused}`)
      const wanted = (textOf(config.environment.name) ?? file).toLowerCase()
      const name = names.has(wanted) ? `${wanted}-${names.size + 1}` : wanted
      names.add(name)
      const compile = (known: KnownKeys) => {
        const imported = compileFlagsmith(config, engine ?? 'node', known)
        // Who has said which engine it was need not be told that they differ.
        const findings = imported.findings.filter(
          ({ message }) => engine === undefined || !message.includes('gives different answers on'),
        )
        return { ...imported, findings }
      }
      return { name, critical: false, compile, original: value }
    })
    const left = parts.filter(({ value }) => !isDocument(value)).map(({ name }) => name)
    const [first] = documents.flatMap(({ value }) =>
      isFields(value) && isFields(value['project']) ? [value['project']] : [],
    )
    return {
      project: textOf(first?.['name']) ?? '',
      environments,
      flags: new Map(),
      archived: 0,
      notes: left.map((name) => `${name} was not read: a feature export has no ids and no segments.`),
    }
  },
}
