import {
  type Fields,
  isFields,
  maxCharacteristicFields,
  Unreadable,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileConfigCat } from './compile.ts'
import { readCcConfig } from './read-config.ts'

/** One valid setting identifies the file as ConfigCat's. Problems with other settings are reported individually. */
const isConfig = (value: unknown): value is Fields => {
  if (!isFields(value) || !isFields(value['p']) || !isFields(value['f'] ?? {})) return false
  const settings = Object.values(value['f'] ?? {})
  return settings.length === 0 || maxCharacteristicFields(value['f'], ['t', 'v', 'p', 'r', 'i', 'a']) >= 2
}

/** ConfigCat: the config JSON that its SDKs download. */
export const readConfigCat: VendorReader = {
  vendor: 'configcat',
  recognise: (value) => (isConfig(value) ? 'config' : null),
  assemble: (parts) => {
    if (parts.length === 0) throw new Unreadable('There is no config_v6.json of ConfigCat among these files.')
    const names = environmentNames(parts.map(({ name }) => name))
    const environments = parts.map(({ name, value }, i) => {
      const { config, value: original, unread } = readCcConfig(name, value)
      const compile = (known: KnownKeys) => compileConfigCat(config, known)
      return { name: names[i] ?? name, critical: false, original, unread, compile }
    })
    return { project: '', environments, flags: new Map(), archived: 0, notes: [] }
  },
}
