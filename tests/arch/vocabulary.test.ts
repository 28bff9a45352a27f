import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { without } from './exceptions.ts'
import { featureOf } from './layers.ts'
import { filesUnder, isNode, isTest, nameOf, root, sourcesUnder, walk } from './sources.ts'

const source = [...filesUnder('src'), ...filesUnder('tests')]

describe('file names', () => {
  it('are kebab-case, and say what is in the file by their ending', () => {
    const word = '[a-z0-9]+(-[a-z0-9]+)*'
    const name = new RegExp(
      `(^|/)${word}(\\.(test|db\\.test|test-d|module|gen|d))?\\.(ts|tsx|js|css|md|html|svg|woff2|json|ya?ml|toml|png|feature|po)$|/README\\.md$`,
    )
    const found = source.filter((file) => !name.test(file))
    expect(without('names', found)).toEqual([])
  })

  it('of folders are kebab-case', () => {
    const found = source.filter(
      (file) =>
        !path.posix
          .dirname(file)
          .split('/')
          .every((folder) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder)),
    )
    expect(without('names', found)).toEqual([])
  })

  it('of migrations are a number and words', () => {
    const files = filesUnder('migrations').filter(
      (file) => !isTest(file) && !/(functions\/.*|\/(index|released)\.ts)$/.test(file),
    )
    const found = files.filter(
      (file, at) => !new RegExp(`^migrations/${String(at + 1).padStart(4, '0')}_[a-z]+(_[a-z]+)*\\.ts$`).test(file),
    )
    expect(without('names', found)).toEqual([])
  })

  it('are no drawers: nothing is called utils, helpers, common or misc', () => {
    const found = source.filter((file) => /(^|[/-])(utils?|helpers?|common|misc)([./-]|$)/.test(file))
    expect(without('drawers', found)).toEqual([])
  })
})

describe('a folder of a feature of the server', () => {
  const files = filesUnder('src/server/features')

  it('is listed in layers.ts', () => {
    expect(
      without(
        'features',
        files.filter((file) => featureOf(file) === undefined),
      ),
    ).toEqual([])
  })

  it('is flat and holds TypeScript only', () => {
    const inside = (file: string) => file.slice(`src/server/features/${featureOf(file)}/`.length)
    const found = files.filter((file) => !/^[^/]+\.ts$/.test(inside(file)))
    expect(without('features', found)).toEqual([])
  })
})

describe('components', () => {
  it('know no domain word: what does is a feature', () => {
    const domain =
      /(flag|rule|segment|targeting|revision|prerequisite|rollout|environment|project|publish|draft|approv)/i
    const found = sourcesUnder('src/client/app/components').flatMap(({ file, program }) => {
      const names = new Set<string>()
      walk(program, (node) => {
        const name = nameOf(node)
        if (name !== undefined && domain.test(name)) names.add(name)
      })
      return [...names].map((name) => `${file}: ${name}`)
    })
    expect(without('components', found)).toEqual([])
  })
})

describe('source files', () => {
  const sources = sourcesUnder('src', 'migrations')

  it('are no barrels: only entry points of packages, and of what is loaded on demand, hand on what others export', () => {
    const entry = /^src\/client\/(sdk|api)\/([^/]+\/)?index\.ts$/
    const imports = sources.flatMap((source) => source.imports)
    const onDemand = new Set(imports.filter((one) => one.onDemand).map((one) => one.to))
    const handsOn = sources.filter(
      ({ file, program }) =>
        !entry.test(file) &&
        !onDemand.has(file) &&
        Array.isArray(program['body']) &&
        program['body'].some(
          (node) =>
            isNode(node, 'ExportAllDeclaration') || (isNode(node, 'ExportNamedDeclaration') && isNode(node['source'])),
        ),
    )
    const found = handsOn.map(({ file }) => file)
    expect(without('barrels', found)).toEqual([])
  })

  it('have named exports only', () => {
    const withDefault = sources.filter(
      ({ program }) =>
        Array.isArray(program['body']) && program['body'].some((node) => isNode(node, 'ExportDefaultDeclaration')),
    )
    const found = withDefault.map(({ file }) => file)
    expect(without('named exports', found)).toEqual([])
  })

  it('are split at 300 lines', () => {
    const found = sources
      .map(({ file }) => file)
      .filter((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length > 301)
    expect(without('length', found)).toEqual([])
  })
})
