import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { mostConnections } from './pools.ts'

const read = (page: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../../docs', page), 'utf8').replaceAll(/\s+/g, ' ')

it('a server opens as many connections besides those for requests as the docs say, and as their sum', () => {
  const besides = mostConnections(10) - 10
  expect(read('settings.md')).toContain(`up to ${besides} more`)
  const [, told = ''] = new RegExp(`up to ${besides} more: ([^.]*)\\.`).exec(read('guides/scaling.md')) ?? []
  const parts = [...told.matchAll(/\((\d+)\)/g)].map(([, part]) => Number(part))
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(besides)
  // Publishing and reading have at least one connection each.
  expect([mostConnections(1), mostConnections(7)]).toEqual([2 + besides, 7 + besides])
})
