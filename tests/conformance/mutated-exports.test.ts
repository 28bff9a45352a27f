import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { documentsOf } from './mutated-documents.ts'
import { readMutants } from './mutated-exports.ts'

/*
 * Exports with a mistake: missing values, wrong types, duplicates, odd keys. Each must be read, or rejected with a
 * sentence. `FANION_SEED` makes other changes, `FANION_DRAWS` more of them.
 */

const count = draws(25)

describe('an export in which something was changed', () => {
  it.each([...documentsOf])('of %s is read, or refused with a sentence', async (vendor, documents) => {
    const { read, partly, refused, oddities } = await readMutants(vendor, documents, { count, seed: suiteSeed })
    expect(oddities).toEqual([])
    expect(Math.min(read, partly + refused)).toBeGreaterThan(0)
  })
})
