import { describe, expect, it } from 'vitest'
import { without } from './exceptions.ts'
import { type Layer, layers } from './layers.ts'
import { filesUnder, type Import, isTest, sourcesUnder } from './sources.ts'

const sources = sourcesUnder('src', 'migrations')
const byName = new Map(layers.map((layer) => [layer.name, layer]))
const layerCalled = (name: string): Layer => {
  const found = byName.get(name)
  if (!found) throw new Error(`layers.ts names "${name}", which is no layer`)
  return found
}

const patterns = layers.flatMap((layer) =>
  layer.holds.map((name) => ({
    layer,
    pattern: new RegExp(`^${name.replaceAll('.', '\\.').replace('*', '([^/]+)')}`),
  })),
)
type Place = { layer: Layer; part: string }
const places = new Map<string, Place | undefined>()

/** Returns a file's layer, and which part of it if a `*` creates several. Undefined if no layer contains the file. */
const placeOf = (file: string): Place | undefined => {
  if (!places.has(file)) {
    const found = patterns.flatMap(({ layer, pattern }) => {
      const match = pattern.exec(file)
      return match ? [{ layer, part: match[1] ?? '', length: match[0].length }] : []
    })
    places.set(file, found.sort((a, b) => b.length - a.length || a.part.length - b.part.length)[0])
  }
  return places.get(file)
}

/**
 * All layers that a layer may import: those it lists and, transitively, those that they list. `also` adds layers for
 * types.
 */
const belowOf = (also: (layer: Layer) => readonly string[]) => {
  const known = new Map<string, Set<string>>()
  const below = (name: string): Set<string> => {
    const layer = layerCalled(name)
    const found = known.get(name) ?? new Set([...layer.on, ...also(layer)].flatMap((one) => [one, ...below(one)]))
    known.set(name, found)
    return found
  }
  return below
}
const below = belowOf(() => [])
const belowInTypes = belowOf((layer) => layer.types ?? [])

const allowed = ({ from, to, typeOnly }: Import): boolean => {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (!here || !there) return false
  if (here.layer === there.layer) return here.part === there.part
  return (typeOnly ? belowInTypes : below)(here.layer.name).has(there.layer.name)
}

describe('the layers', () => {
  it('stand on layers that come before them', () => {
    const names = layers.map((layer) => layer.name)
    const upward = layers.flatMap((layer, at) =>
      [...layer.on, ...(layer.types ?? [])]
        .filter((name) => !names.slice(0, at).includes(name))
        .map((name) => `${layer.name} on ${name}`),
    )
    expect(upward).toEqual([])
  })

  it('hold every source file', () => {
    expect(
      without(
        'layers',
        sources.map(({ file }) => file).filter((file) => !placeOf(file)),
      ),
    ).toEqual([])
  })

  it('import only what they stand on', () => {
    const wrong = sources
      .flatMap((source) => source.imports)
      .filter((one) => one.ours && !allowed(one))
      .map(({ from, to, typeOnly }) => `${from} imports ${typeOnly ? 'types of ' : ''}${to}`)
    expect(without('layers', wrong)).toEqual([])
  })

  it('import nothing that is there for tests alone', () => {
    const imports = sources.flatMap((source) => source.imports).filter((one) => one.ours && isTest(one.to))
    expect(imports.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('let the client touch the server at one line', () => {
    const lines = sources
      .filter(({ file }) => file.startsWith('src/client/'))
      .flatMap(({ imports }) => imports.filter(({ to }) => to.startsWith('src/server/')))
    expect(lines.map(({ to, typeOnly }) => ({ to, typeOnly }))).toEqual([
      { to: 'src/server/platform/http/trpc/app-router.ts', typeOnly: true },
    ])
  })

  it('have no folder of source outside them', () => {
    const folders = new Set(filesUnder('src').map((file) => file.split('/').slice(0, 2).join('/')))
    expect([...folders]).toEqual(['src/client', 'src/server', 'src/shared'])
  })
})
