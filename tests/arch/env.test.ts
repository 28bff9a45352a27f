import { describe, expect, it } from 'vitest'
import { without } from './exceptions.ts'
import { featureOf, writers } from './layers.ts'
import { isNode, memberOf, type Node, nameOf, type Source, sourcesUnder, walk } from './sources.ts'

const sources = sourcesUnder('src')
const server = sources.filter(({ file }) => file.startsWith('src/server/'))

/** The files with a node that `found` returns something for, each with the result. */
const findings = (among: readonly Source[], found: (node: Node) => string | undefined): string[] =>
  among.flatMap(({ file, program }) => {
    const seen: string[] = []
    walk(program, (node) => {
      const what = found(node)
      if (what !== undefined) seen.push(`${file}: ${what}`)
    })
    return [...new Set(seen)]
  })

/** Name of the called method, for example `selectFrom` in `db.selectFrom('flag')`. */
const methodOf = (node: Node): string | undefined =>
  isNode(node, 'CallExpression') && isNode(node['callee'], 'MemberExpression')
    ? nameOf(node['callee']['property'])
    : undefined

describe('the environment', () => {
  // NODE_ENV in the SDK is a placeholder that bundlers replace, not a setting.
  it('is read in one place', () => {
    const reads = findings(sources, (node) => (memberOf(node, 'process') === 'env' ? 'reads process.env' : undefined))
    expect(without('env', reads)).toEqual([
      'src/client/sdk/core/logger.ts: reads process.env',
      // Set by developers on their own machines, never in production.
      'src/client/sdk/node/local-overrides.ts: reads process.env',
      // The version of an application, set by its deployment.
      'src/client/sdk/node/package-build.ts: reads process.env',
      'src/server/config.ts: reads process.env',
    ])
  })
})

describe('SQL', () => {
  const mayHold =
    /^src\/server\/(platform\/(db|kernel|event-store\/(postgresql|clickhouse))\/|(features\/.+|commands\/demo)\/([a-z-]+-)?queries\.ts$)/
  const reading = new Set(['selectFrom', 'withRecursive'])
  const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

  it('stands in queries files, the kernel and db', () => {
    const outside = server.filter(({ file }) => !mayHold.test(file))
    const found = findings(outside, (node) => {
      if (node.type === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'sql') return 'a sql template'
      const method = methodOf(node)
      return method !== undefined && (reading.has(method) || writing.has(method)) ? method : undefined
    })
    expect(without('sql', found)).toEqual([])
  })

  it('writes a table only where the table is owned', () => {
    const wrong = server.flatMap((source) => {
      const owner = featureOf(source.file) ?? /^src\/server\/(?:platform\/)?([a-z-]+)\//.exec(source.file)?.[1] ?? ''
      return findings([source], (node) => {
        const method = methodOf(node)
        if (method === undefined || !writing.has(method)) return undefined
        const [table] = Array.isArray(node['arguments']) ? node['arguments'] : []
        const name = nameOf(table)
        if (name === undefined) return `${method} of a table without a name`
        const owners: readonly string[] = writers[name] ?? []
        return owners.includes(owner)
          ? undefined
          : `${method} ${name}, which belongs to ${owners.join(', ') || 'nobody'}`
      })
    })
    expect(without('tables', wrong)).toEqual([])
  })
})
