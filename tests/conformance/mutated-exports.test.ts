import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { documentsOf } from './mutated-documents.ts'
import { readMutants } from './mutated-exports.ts'

/*
 * Exports in which something is not as it should be: left out, of another type, there twice, with an odd key. Each is
 * read, or refused with a sentence. `FANION_SEED` changes other things, `FANION_DRAWS` more of them.
 */

const count = draws(25)

describe('an export in which something was changed', () => {
  it.each([...documentsOf])('of %s is read, or refused with a sentence', async (vendor, documents) => {
    const { read, partly, refused, oddities } = await readMutants(vendor, documents, { count, seed: suiteSeed })
    expect(oddities).toEqual([])
    expect(Math.min(read, partly + refused)).toBeGreaterThan(0)
  })
})
