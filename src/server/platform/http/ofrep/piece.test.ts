import { expect, it } from 'vitest'
import { outcome } from '../../../../shared/engine/outcome.ts'
import { PieceSequence, responsePieceOf } from './piece.ts'

const answer = (flag: string, value: boolean | string) => outcome({ flag, value, reason: 'STATIC' })
const rowOf = (...outcomes: ReturnType<typeof answer>[]) => {
  const row = new PieceSequence()
  for (const one of outcomes) row.add(responsePieceOf(one))
  return row
}

it('a row of pieces is the outcomes as JSON, with its length in bytes', () => {
  const row = rowOf(answer('a', true), answer('b', 'grün ✓'))
  expect(JSON.parse(`[${row.json}]`)).toMatchObject([
    { key: 'a', value: true },
    { key: 'b', value: 'grün ✓' },
  ])
  expect(row.bytes).toBe(Buffer.byteLength(row.json))
  expect(rowOf().json).toBe('')
  const shared = answer('a', true)
  expect(responsePieceOf(shared)).toBe(responsePieceOf(shared))
})

it('rows have the same tag exactly where their JSON is the same, whenever their outcomes were made', () => {
  const values = [true, false, 'x', 'y']
  const rows = values.flatMap((first) =>
    values.flatMap((second) => [
      rowOf(answer('a', first), answer('b', second)),
      rowOf(answer('b', second), answer('a', first)),
      rowOf(answer('a', first)),
    ]),
  )
  const tagOf = new Map(rows.map(({ json, etag }) => [json, etag]))
  for (const { json, etag } of rows) expect(etag).toBe(tagOf.get(json))
  expect(new Set(tagOf.values()).size).toBe(tagOf.size)
  for (const tag of tagOf.values()) expect(tag).toMatch(/^"[\w-]{22}"$/)
})
