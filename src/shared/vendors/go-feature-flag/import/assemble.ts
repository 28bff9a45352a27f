import type { Context } from '../../../schemas/context.ts'
import {
  type Description,
  type Fields,
  isFields,
  membersIn,
  textOf,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import type { Imported } from '../../importing/imported.ts'
import { seeded } from '../../importing/seeded.ts'
import { compileGoFeatureFlag } from './compile.ts'
import { readGoffConfig } from './read-config.ts'
import { checkGoff } from './self-check.ts'

/** One valid flag identifies the file as this vendor's. Every other flag is checked by itself. */
const isFile = (value: unknown): value is Fields =>
  isFields(value) &&
  membersIn(value).some((flag) => isFields(flag['defaultRule']) || (isFields(flag['variations']) && !('key' in flag)))

const descriptionOf = (flag: unknown): Description => {
  const about = isFields(flag) && isFields(flag['metadata']) ? flag['metadata'] : {}
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
      const { config, unread } = readGoffConfig(file, value)
      return {
        name,
        critical: false,
        unread,
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
