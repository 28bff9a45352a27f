import {
  type Fields,
  isFields,
  textOf,
  Unreadable,
  type UploadedPart,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { assembleFlagsmith } from './assemble.ts'
import { compileFlagsmith } from './compile.ts'
import { projectOf } from './project.ts'

const isDocument = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['feature_states']) && isFields(value['project'])

const isExport = (value: unknown) =>
  (Array.isArray(value) && value.some((one) => isFields(one) && 'initial_value' in one)) ||
  (isFields(value) &&
    Array.isArray(value['features']) &&
    value['features'].some((one) => isFields(one) && 'initial_value' in one))

type Page = { name: string; value: Fields }

/** The part that must be identical on all pages of an environment. */
const sharedBy = ({ feature_states, project }: Fields): string => JSON.stringify([feature_states, project])

/** Merges the pages of an environment, which contain its identity overrides, into one document. */
const joined = (documents: readonly Page[]): Page[] => {
  const all = new Map<string, Page>()
  for (const page of documents) {
    const { api_key, name } = page.value
    const id = textOf(api_key) === undefined ? page.name : JSON.stringify([api_key, name])
    const first = all.get(id)
    if (first === undefined) {
      all.set(id, page)
      continue
    }
    if (sharedBy(first.value) !== sharedBy(page.value)) {
      const [one, other] = [first.name, page.name]
      throw new Unreadable(`${one} and ${other} are one environment at different times. Leave out the older one.`)
    }
    const lists = [first, page].map(({ value }) => value['identity_overrides'] ?? [])
    const overrides = lists.every(Array.isArray) ? lists.flat() : lists.find((list) => !Array.isArray(list))
    all.set(id, { name: first.name, value: { ...first.value, identity_overrides: overrides } })
  }
  return [...all.values()]
}

const pagesAmong = (parts: readonly UploadedPart[]): Page[] =>
  parts.flatMap(({ name, value }) => (isDocument(value) ? [{ name, value }] : []))

/** Flagsmith: the environment document. Feature exports are recognized and rejected, with a hint on what to provide. */
export const readFlagsmith: VendorReader = {
  vendor: 'flagsmith',
  recognise: (value) => (isDocument(value) ? 'document' : isExport(value) ? 'export' : null),
  assemble: (parts, { engine }) => {
    const documents = joined(pagesAmong(parts))
    const [other] = parts
    if (documents.length === 0) {
      throw new Unreadable(assembleFlagsmith(other?.value).refused ?? 'There is no environment document of Flagsmith.')
    }
    const read = documents.map(({ name: file, value }) => {
      const { config, refused, ...read } = assembleFlagsmith(value, file)
      if (config === undefined) throw new Unreadable(refused)
      return { file, config, ...read }
    })
    const project = projectOf(read.map(({ config }) => config))
    const names = new Set<string>()
    const environments = read.map(({ file, value, config, unread = [] }) => {
      const wanted = (textOf(config.environment.name) ?? file).toLowerCase()
      const name = names.has(wanted) ? `${wanted}-${names.size + 1}` : wanted
      names.add(name)
      const compile = (known: KnownKeys) => {
        const imported = compileFlagsmith(config, engine ?? 'node', known, project)
        // If the user chose the engine, findings about differences between engines are irrelevant.
        const findings = imported.findings.filter(
          ({ message }) => engine === undefined || !message.includes('gives different answers on'),
        )
        return { ...imported, findings }
      }
      return { name, critical: false, compile, original: value, unread }
    })
    const left = parts.filter(({ value }) => !isDocument(value)).map(({ name }) => name)
    const first = documents[0]?.value['project']
    return {
      project: (isFields(first) ? textOf(first['name']) : undefined) ?? '',
      environments,
      flags: new Map(),
      archived: 0,
      notes: left.map((name) => `${name} was not read: a feature export has no ids and no segments.`),
    }
  },
}
