import { type Fields, holdsOnly, isFields, Unreadable, type VendorReader } from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { compileFeaturevisor } from './compile.ts'
import { FvConfig } from './config.ts'

const isDatafile = (value: unknown): value is Fields =>
  isFields(value) &&
  isFields(value['segments']) &&
  holdsOnly(value['features'], (feature) => 'bucketBy' in feature && Array.isArray(feature['traffic'])) &&
  Object.keys(value['features']).length > 0

/** Featurevisor: a built datafile. */
export const readFeaturevisor: VendorReader = {
  vendor: 'featurevisor',
  recognise: (value) => (isDatafile(value) ? 'datafile' : null),
  assemble: (parts, { major = 3 }) => {
    if (parts.length === 0) throw new Unreadable('There is no built datafile of Featurevisor among these files.')
    const names = environmentNames(parts.map(({ name }) => name))
    const environments = parts.map(({ name, value }, i) => {
      const config = parsed(FvConfig, name, 'Featurevisor', value)
      return {
        name: names[i] ?? name,
        critical: false,
        original: major === 2 ? value : undefined,
        compile: (known: KnownKeys) => compileFeaturevisor(config, major, known),
      }
    })
    return { project: '', environments, flags: new Map(), archived: 0, notes: [] }
  },
}
