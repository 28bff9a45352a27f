import { describe, expect, it } from 'vitest'
import { without } from './exceptions.ts'
import { sourcesUnder } from './sources.ts'

const sources = sourcesUnder('src', 'migrations')

/** All import cycles, including type imports. Each is listed once, from the file where the traversal found it. */
function circles(): string[] {
  const next = new Map(
    sources.map(({ file, imports }) => [file, imports.filter((one) => one.ours).map((one) => one.to)]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' → '))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const to of next.get(file) ?? []) visit(to)
    path.pop()
    done.add(file)
  }
  for (const { file } of sources) visit(file)
  return found
}

describe('imports', () => {
  it('form no circle, type imports included', () => {
    expect(without('circles', circles())).toEqual([])
  })

  it('are read at all', () => {
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(sources.length)
  })
})
