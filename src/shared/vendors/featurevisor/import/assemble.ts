import { Unreadable, type VendorReader } from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileFeaturevisor } from './compile.ts'
import { datafileIn } from './datafile.ts'
import { readFvConfig } from './read-config.ts'

/** Featurevisor: a built datafile. */
export const readFeaturevisor: VendorReader = {
  vendor: 'featurevisor',
  recognise: (value) => (datafileIn(value) === null ? null : 'datafile'),
  assemble: (parts, { major = 3 }) => {
    if (parts.length === 0) throw new Unreadable('There is no built datafile of Featurevisor among these files.')
    const names = environmentNames(parts.map(({ name }) => name))
    const environments = parts.map(({ name, value }, i) => {
      const { config, value: original, unread } = readFvConfig(name, datafileIn(value))
      return {
        name: names[i] ?? name,
        critical: false,
        original: major === 2 ? original : undefined,
        unread,
        compile: (known: KnownKeys) => compileFeaturevisor(config, major, known),
      }
    })
    return { project: '', environments, flags: new Map(), archived: 0, notes: [] }
  },
}
