import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, readColumns, writeColumns } from './columns.ts'

describe('the columns in the address', () => {
  const environment = fc.constantFrom('production', 'dev-2')
  const column: fc.Arbitrary<Column> = fc.oneof(
    fc.record({ environment }),
    fc.record({
      environment,
      at: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
    }),
  )

  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(column), (columns) => {
        expect(readColumns(writeColumns(columns))).toEqual(columns)
      }),
    )
  })

  it.each(['', 'Not An Environment', 'production@yesterday', ',,'])('are none in %j', (text) => {
    expect(readColumns(text)).toEqual([])
  })
})
