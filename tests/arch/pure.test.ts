import { describe, expect, it } from 'vitest'
import { without } from './exceptions.ts'
import { freeNames } from './free-names.ts'
import { isNode, memberOf, type Source, sourcesUnder, walk } from './sources.ts'

const shared = sourcesUnder('src/shared')
const everything = sourcesUnder('src')
const under = (folder: string) => everything.filter(({ file }) => file.startsWith(folder))

/** Everything that some files load at run time: our files and packages. */
const reached = (from: readonly Source[]): Set<string> => {
  const byFile = new Map(everything.map((source) => [source.file, source]))
  const seen = new Set<string>()
  const visit = (source: Source) => {
    for (const { to, typeOnly } of source.imports) {
      if (typeOnly || seen.has(to)) continue
      seen.add(to)
      const next = byFile.get(to)
      if (next) visit(next)
    }
  }
  from.forEach(visit)
  return seen
}
const packages = (from: readonly Source[]) => [...reached(from)].filter((name) => !name.startsWith('src/')).sort()

/** Uses of the clock or of randomness. */
const chances = ({ file, program }: Source): string[] => {
  const found: string[] = []
  walk(program, (node) => {
    if (memberOf(node, 'Date') === 'now') found.push(`${file}: Date.now`)
    if (memberOf(node, 'Math') === 'random') found.push(`${file}: Math.random`)
    if (memberOf(node, 'performance') === 'now') found.push(`${file}: performance.now`)
    const isBareDate =
      isNode(node, 'NewExpression') && isNode(node['callee'], 'Identifier') && node['callee']['name'] === 'Date'
    if (isBareDate && Array.isArray(node['arguments']) && node['arguments'].length === 0)
      found.push(`${file}: new Date()`)
  })
  return found
}

describe('shared', () => {
  it('needs no more than the language itself', () => {
    const language = new Set([
      ...['Array', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error', 'Infinity', 'Intl', 'JSON', 'Map', 'Math', 'NaN'],
      ...[
        'Number',
        'Object',
        'Promise',
        'Proxy',
        'RangeError',
        'Reflect',
        'RegExp',
        'Set',
        'String',
        'Symbol',
        'TypeError',
      ],
      ...[
        'SyntaxError',
        'Uint8Array',
        'Uint16Array',
        'Uint32Array',
        'Int32Array',
        'Float64Array',
        'ArrayBuffer',
        'WeakMap',
        'WeakSet',
      ],
      ...['parseInt', 'parseFloat', 'undefined', 'decodeURIComponent', 'encodeURIComponent'],
      // Pure, and available in every JavaScript runtime.
      ...['TextEncoder', 'TextDecoder', 'URL'],
    ])
    const strange = shared.flatMap(({ file, program }) =>
      [...freeNames(program)].filter((name) => !language.has(name)).map((name) => `${file}: ${name}`),
    )
    expect(without('pure', strange)).toEqual([])
  })

  it('reads no clock and rolls no dice', () => {
    expect(without('pure', shared.flatMap(chances))).toEqual([])
  })

  it('does no input or output: of packages it takes schemas, validation, patterns and nothing else', () => {
    const pure = ['@eslint-community/regexpp', 'ajv', 'recheck', 'zod']
    const other = shared.flatMap(({ file, imports }) =>
      imports
        .filter(({ to, ours, typeOnly }) => !ours && !typeOnly && !pure.includes(to))
        .map(({ to }) => `${file}: ${to}`),
    )
    expect(without('pure', other)).toEqual([])
  })
})

describe('the engine', () => {
  it('brings no package along', () => {
    expect(packages(under('src/shared/engine/'))).toEqual([])
  })

  it('takes only types from schemas', () => {
    expect([...reached(under('src/shared/engine/'))].filter((file) => file.startsWith('src/shared/schemas/'))).toEqual(
      [],
    )
  })
})

describe('the client library', () => {
  it('brings no package along, in the browser and at its core', () => {
    expect(
      packages([
        ...under('src/client/sdk/core/'),
        ...under('src/client/sdk/browser/'),
        ...under('src/client/sdk/edge/'),
        ...under('src/client/sdk/svelte/'),
        ...under('src/client/sdk/toolbar/'),
        ...under('src/client/sdk/vercel/'),
      ]),
    ).toEqual([])
  })

  it('takes from Node only what Node itself has', () => {
    const inNode = packages([...under('src/client/sdk/node/'), ...under('src/client/sdk/request/')])
    expect(inNode.filter((name) => !name.startsWith('node:'))).toEqual([])
  })

  it('takes React under react alone, and OpenFeature under openfeature alone', () => {
    expect(packages(under('src/client/sdk/react/')).filter((name) => name !== 'react')).toEqual([])
    const openfeature = packages(under('src/client/sdk/openfeature/'))
    expect(openfeature.filter((name) => !name.startsWith('@openfeature/') && !name.startsWith('node:'))).toEqual([])
  })

  it('holds nothing of the app, the management client or the schemas', () => {
    const files = [...reached(under('src/client/sdk/'))]
    expect(files.filter((file) => /^src\/(client\/(app|api|cli)|server|shared\/schemas)\//.test(file))).toEqual([])
  })
})

describe('the domain', () => {
  it('has clock, randomness and ids from its context', () => {
    const domain = [...under('src/server/features/'), ...under('src/server/platform/kernel/')]
    const made = domain.flatMap(({ file, imports }) =>
      imports.filter(({ to }) => to === 'uuidv7' || to === 'uuid').map(({ to }) => `${file}: ${to}`),
    )
    expect(without('pure', [...domain.flatMap(chances), ...made])).toEqual([])
  })
})
