import { Unreadable, type VendorReader } from '../../importing/assembly.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileFlagd } from './compile.ts'
import { documentIn } from './document.ts'
import { readFlagdConfig } from './read-config.ts'

/** flagd: its flag file. */
export const readFlagd: VendorReader = {
  vendor: 'flagd',
  recognise: (value) => (documentIn(value) === null ? null : 'flags'),
  assemble: (parts, { generation, sdk }) => {
    const names = environmentNames(parts.map(({ name }) => name))
    if (parts.length === 0) throw new Unreadable('There is no file of flagd among these.')
    const environments = parts.map(({ name: file, value }, i) => {
      const { config, unread } = readFlagdConfig(file, documentIn(value)?.document)
      return {
        name: names[i] ?? file,
        critical: false,
        original: generation === 'v3' ? undefined : config,
        unread,
        compile: (known: Parameters<typeof compileFlagd>[2]) => compileFlagd(config, generation, known, sdk),
      }
    })
    const notes = parts.flatMap(({ name, value }) =>
      (documentIn(value)?.others ?? []).map((other) => `${other} in ${name} was not read: it holds no flags.`),
    )
    return { project: '', environments, flags: new Map(), archived: 0, notes }
  },
}
