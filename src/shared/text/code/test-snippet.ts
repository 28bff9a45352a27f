import type { Context } from '../../schemas/context.ts'
import type { FlagType } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { declarationOf, nameOfKey } from './snippet.ts'

/** An evaluation from the playground. `value` is undefined if the default in code applies. */
export type SnippetEvaluation = {
  url: string
  flag: { key: string; type: FlagType }
  environment: string
  context: Context
  value: Json | undefined
}

/**
 * A complete test file that expects the flag's observed value. It runs with `node --test` if FANION_KEY contains a
 * server key of the environment.
 */
export const testSnippet = ({ url, flag, environment, context, value }: SnippetEvaluation): string => {
  const who = context.targetingKey ?? 'this context'
  const title = JSON.stringify(`${flag.key} for ${who} in ${environment}`)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFanion, defineFlags } from '@fanion/sdk/node'

const flags = defineFlags({
  ${declarationOf(flag)},
})

test(${title}, async (t) => {
  const fanion = createFanion({ url: '${url}', key: process.env.FANION_KEY, flags })
  t.after(() => fanion.close())
  await fanion.ready()
  const context = ${JSON.stringify(context, null, 2).replaceAll('\n', '\n  ')}
  assert.deepEqual(fanion.flags.${nameOfKey(flag.key)}(context), ${expected(flag, value)})
})
`
}

const expected = ({ key, type }: SnippetEvaluation['flag'], value: Json | undefined): string =>
  value === undefined ? `flags.${nameOfKey(key)}.default` : JSON.stringify(value, null, type === 'object' ? 2 : 0)
