import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { compareImported, compareNative } from './rounds.ts'
import { subjects } from './subjects.ts'

/*
 * With random documents and contexts, the vendor's own SDK must return the same value from a converted document as the
 * engine, unless the conversion reported that it cannot express the flag, or the context violates a reported condition.
 * `npm run fuzz:readings` runs more.
 */

const answers = draws(5_000)

describe.each(subjects)('the reading of $format, asked by $sdk', (subject) => {
  it('answers as the engine does for native flags', async () => {
    const { differences, asked, readable, flags } = await compareNative(subject, { answers, seed: suiteSeed })
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(answers)
    // a conversion that expresses nothing is never wrong
    expect(readable / flags).toBeGreaterThan(0.25)
  })

  it('answers as the engine does for flags that came from there', async () => {
    const { differences, asked, readable, flags } = await compareImported(subject, { answers, seed: suiteSeed })
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(answers)
    expect(readable / flags).toBeGreaterThan(0.85)
  })
})
