import type { Context } from '../../schemas/context.ts'
import { type Description, type Fields, holdsOnly, isFields, textOf, type VendorReader } from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { environmentNames } from '../environment-names.ts'
import type { Imported } from '../imported.ts'
import { parsed } from '../parsed.ts'
import { seeded } from '../seeded.ts'
import { compileGoFeatureFlag } from './compile.ts'
import { GoffConfig } from './config.ts'
import { checkGoff } from './self-check.ts'

const isFlag = (value: Fields): boolean => isFields(value['variations']) && isFields(value['defaultRule'])

const isFile = (value: unknown): value is Record<string, Fields> =>
  holdsOnly(value, isFlag) && Object.keys(value).length > 0

const descriptionOf = ({ metadata }: Fields): Description => {
  const about = isFields(metadata) ? metadata : {}
  return {
    name: textOf(about['name']),
    description: textOf(about['description']),
    tags: Array.isArray(about['tags']) ? about['tags'].map(String) : undefined,
    owner: textOf(about['owner']),
  }
}

/** GO Feature Flag: the files that its relay proxy retrieves. */
export const readGoFeatureFlag: VendorReader = {
  vendor: 'go-feature-flag',
  recognise: (value) => (isFile(value) ? 'flags' : null),
  assemble: (parts, _options, nowMs) => {
    const names = environmentNames(parts.map(({ name }) => name.replace(/\.goff|\.ya?ml|\.toml/g, '')))
    const environments = parts.map(({ name: file, value }, i) => {
      const name = names[i] ?? file
      const config = parsed(GoffConfig, file, 'GO Feature Flag', value)
      return {
        name,
        critical: false,
        compile: (known: KnownKeys) => compileGoFeatureFlag(config, known, nowMs),
        check: (imported: Imported, count: number, kept: readonly Context[]) =>
          checkGoff(config, imported, { count, random: seeded(1), nowMs, kept }),
      }
    })
    const flags = parts.flatMap(({ value }) => (isFile(value) ? Object.entries(value) : []))
    return {
      project: '',
      environments,
      flags: new Map(flags.map(([key, flag]) => [key, descriptionOf(flag)])),
      archived: 0,
      notes: [],
    }
  },
}
