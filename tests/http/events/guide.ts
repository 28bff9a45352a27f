import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder } from '../../support/folder.ts'
import { commandLine, told, world } from './two-servers.ts'

describe('the guide', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/events.md'), 'utf8')
  const blocks = (language: string) =>
    [...guide.matchAll(/^```(\w+)\n([^]*?)^```/gm)]
      .filter(([, kind]) => kind === language)
      .map(([, , text = '']) => text)

  it('sends a batch that is kept', async () => {
    const [example = ''] = blocks('json')
    const at = new Date().toISOString()
    const batch = { ...JSON.parse(example.replaceAll(/"[\d-]+T[\d:.]+Z"/g, JSON.stringify(at))), batch: randomUUID() }
    expect(await told(batch)).toEqual({ accepted: 1, refused: [] })
  })

  it('gives commands that do what they say', async () => {
    const lines = blocks('sh').flatMap((text) => text.trim().split('\n'))
    expect(lines).toHaveLength(2)
    const out = path.join(await aFolder('guide'), 'flags.gen.ts')
    for (const line of lines) {
      const words = line.replace('shop', world.project).replace('production', 'development').split(' ').slice(1)
      const more = words[0] === 'pull' ? ['--out', out] : []
      expect(await commandLine([...words, ...more])).toMatchObject({ code: 0 })
    }
    expect(readFileSync(out, 'utf8')).toMatch(/purchase/)
  })
})
