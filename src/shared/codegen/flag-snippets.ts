import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { flagNames } from './flag-names.ts'
import { declaration } from './flags-module.ts'
import { propertyName, valueType } from './value-type.ts'

/** How an application reads a flag: what to install, and a file that compiles once an SDK key is filled in. */
export type FlagSnippet = { runtime: string; label: string; install: string | null; code: string }

/** `flags.checkout`, or `flags["2fa"]` if the name is not an identifier. */
const member = (name: string): string =>
  propertyName(name) === name ? `flags.${name}` : `flags[${JSON.stringify(name)}]`

const zeros: Record<FlagDocument['type'], string> = { boolean: 'false', string: "''", number: '0', object: '{}' }

/** The TypeScript type of the flag's value: a union of literals for strings, boolean, or the shape of its values. */
export const typeOfFlag = ({ type, variants }: Pick<FlagDocument, 'type' | 'variants'>): string => {
  const values: Json[] = Object.values(variants)
  if (type === 'string') return [...new Set(values)].map((value) => JSON.stringify(value)).join(' | ') || 'string'
  return type === 'object' ? valueType(values) : type
}

/** Snippets for all runtimes with a client library, most used first, and for plain HTTP. */
export function flagSnippets(flag: FlagDocument, url: string): FlagSnippet[] {
  const name = flagNames([flag.key]).get(flag.key) ?? flag.key
  const helper = flag.type === 'object' ? 'defineFlags, objectFlag' : 'defineFlags'
  const declared = [
    'const flags = defineFlags({',
    `  ${propertyName(name)}: ${declaration(flag, name === flag.key ? undefined : flag.key)},`,
    '})',
  ].join('\n')
  const call = member(name).replace(/^flags/, 'fanion.flags')
  const type = typeOfFlag(flag)
  const install = `npm config set @fanion:registry=${url}/npm/ --location=project && npm install @fanion/sdk`
  const server = (entry: string, key: string) => `import { createFanion, ${helper} } from '@fanion/sdk/${entry}'

${declared}

const fanion = createFanion({ url: '${url}', key: ${key}, flags })
await fanion.ready()

const value: ${type} = ${call}({ targetingKey: 'user-1' })
`
  const page = `import { createFanion, ${helper} } from '@fanion/sdk/browser'

${declared}

const fanion = createFanion({ url: '${url}', key: 'fan_cli_…', flags, context: { targetingKey: 'user-1' } })
`
  const details = `await client.get${capital(flag.type)}Value(${JSON.stringify(flag.key)}, ${zeros[flag.type]}`
  return [
    { runtime: 'node', label: 'Node.js', install, code: server('node', "process.env['FANION_KEY']") },
    {
      runtime: 'browser',
      label: 'Browser',
      install,
      code: `${page}await fanion.ready()\n\nconst value: ${type} = ${call}()\n`,
    },
    {
      runtime: 'react',
      label: 'React',
      install,
      code: `import { FanionProvider, useFlag } from '@fanion/sdk/react'
${page}
const Part = () => {
  const value: ${type} = useFlag(${member(name)})
  return <p>{JSON.stringify(value)}</p>
}

export const App = () => (
  <FanionProvider fanion={fanion}>
    <Part />
  </FanionProvider>
)
`,
    },
    { runtime: 'edge', label: 'Deno, Bun, workers', install, code: server('edge', "'fan_srv_…'") },
    {
      runtime: 'openfeature',
      label: 'OpenFeature',
      install: `${install} @openfeature/server-sdk`,
      code: `import { createFanion } from '@fanion/sdk/node'
import { fanionProvider } from '@fanion/sdk/openfeature'
import { OpenFeature } from '@openfeature/server-sdk'

const fanion = createFanion({ url: '${url}', key: process.env['FANION_KEY'], flags: {} })
await OpenFeature.setProviderAndWait(fanionProvider(fanion))
const client = OpenFeature.getClient()

const value = ${details}, { targetingKey: 'user-1' })
`,
    },
    {
      runtime: 'http',
      label: 'curl',
      install: null,
      code: `curl ${url}/ofrep/v1/evaluate/flags/${flag.key} \\
  -H "Authorization: Bearer $FANION_KEY" -H 'Content-Type: application/json' \\
  -d '{"context":{"targetingKey":"user-1"}}'
`,
    },
  ]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
