import type { FlagType } from '../../schemas/flag.ts'

/** Code to paste into an application to see the flag's value there. */
export type Snippet = { install: string; file: string; program: string; run: string }

const defaults: Record<FlagType, string> = { boolean: 'false', string: "''", number: '0', object: '{}' }

/** Installs the client library from this server, which is its own package registry for the `@fanion` scope. */
const installFrom = (url: string): string =>
  `npm config set @fanion:registry=${url}/npm/ --location=project && npm install @fanion/sdk`

/** Turns a key into a JavaScript identifier: `checkout-redesign` becomes `checkoutRedesign`. */
export const nameOfKey = (key: string): string => {
  const name = key.replace(/[^A-Za-z0-9]+([A-Za-z0-9])?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
  return /^[0-9]/.test(name) ? `flag${name}` : name
}

/** The flag's declaration for `defineFlags`, under a name that needs no quotes. */
export const declarationOf = ({ key, type }: { key: string; type: FlagType }): string => {
  const name = nameOfKey(key)
  return `${name}: { ${name === key ? '' : `key: '${key}', `}type: '${type}', default: ${defaults[type]} }`
}

/** A complete Node program that prints a flag's value now and on every change. It runs without edits. */
export const nodeSnippet = (options: {
  url: string
  sdkKey: string
  flag: { key: string; type: FlagType }
}): Snippet => {
  const { url, sdkKey, flag } = options
  const name = nameOfKey(flag.key)
  return {
    install: installFrom(url),
    file: 'try-fanion.mjs',
    run: 'node try-fanion.mjs',
    program: `import { createFanion, defineFlags } from '@fanion/sdk/node'

const flags = defineFlags({
  ${declarationOf(flag)},
})

const fanion = createFanion({
  url: '${url}',
  key: '${sdkKey}',
  flags,
})
await fanion.ready()

const user = { targetingKey: 'user-1', country: 'NO' }
const show = () => console.log('${flag.key}:', fanion.flags.${name}(user))
show()
fanion.on('change', show)
`,
  }
}
