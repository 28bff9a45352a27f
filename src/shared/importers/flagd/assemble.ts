import { type Fields, holdsOnly, isFields, Unreadable, type VendorReader } from '../assembly.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { compileFlagd } from './compile.ts'
import { FlagdConfig } from './config.ts'

/** A flagd document, or one inside of a Kubernetes resource. */
const documentIn = (value: unknown): Fields | null => {
  if (!isFields(value)) return null
  const spec = isFields(value['spec']) ? value['spec'] : {}
  if (isFields(spec['flagSpec'])) return documentIn(spec['flagSpec'])
  const looks = holdsOnly(value['flags'], (flag) => 'state' in flag && isFields(flag['variants']))
  return looks && Object.keys(value['flags'] ?? {}).length > 0 ? value : null
}

/** flagd: its file. */
export const readFlagd: VendorReader = {
  vendor: 'flagd',
  recognise: (value) => (documentIn(value) === null ? null : 'flags'),
  assemble: (parts, { generation, sdk }) => {
    const names = environmentNames(parts.map(({ name }) => name))
    if (parts.length === 0) throw new Unreadable('There is no file of flagd among these.')
    const environments = parts.map(({ name: file, value }, i) => {
      const config = parsed(FlagdConfig, file, 'flagd', documentIn(value))
      return {
        name: names[i] ?? file,
        critical: false,
        original: generation === 'v3' ? undefined : config,
        compile: (known: Parameters<typeof compileFlagd>[2]) => compileFlagd(config, generation, known, sdk),
      }
    })
    return { project: '', environments, flags: new Map(), archived: 0, notes: [] }
  },
}
